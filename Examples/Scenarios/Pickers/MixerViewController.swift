import UIKit

/// Receives the result of mixing: the color, or nil if the user cancelled.
protocol MixerDelegate: AnyObject {
    func mixer(_ mixer: MixerViewController, didFinishWith color: UIColor?)
}

/// Mixes a color with three sliders.
class MixerViewController: UIViewController {

    @IBOutlet var sliders: [UISlider]!
    @IBOutlet weak var swatch: UIView!

    weak var delegate: MixerDelegate?

    private var color: UIColor {
        return UIColor(
            red: CGFloat(sliders[0].value), green: CGFloat(sliders[1].value), blue: CGFloat(sliders[2].value),
            alpha: 1)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        for (slider, name) in zip(sliders, ["Red", "Green", "Blue"]) {
            slider.accessibilityLabel = name
        }
        swatch.backgroundColor = color
    }

    @IBAction func mix(_ sender: UISlider) {
        swatch.backgroundColor = color
    }

    @IBAction func done(_ sender: UIButton) {
        delegate?.mixer(self, didFinishWith: color)
    }

    @IBAction func cancel(_ sender: UIButton) {
        delegate?.mixer(self, didFinishWith: nil)
    }

    deinit {
        print("mixer is gone")
    }

}
