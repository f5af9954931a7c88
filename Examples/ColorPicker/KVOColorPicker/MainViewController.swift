import UIKit

class MainViewController: UIViewController {

    @IBOutlet weak var colorLabel: UILabel!

    private let model = ColorModel()
    private var observation: NSKeyValueObservation?
    private var modelContext = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        observation = model.observe(\.color, options: [.new]) { [weak self] model, _ in
            self?.view.backgroundColor = model.color
        }
        model.addObserver(
            self, forKeyPath: #keyPath(ColorModel.name), options: [.old, .new], context: &modelContext)
    }

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        if let picker = segue.destination as? ColorPickerViewController {
            picker.model = model
        }
    }

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        guard context == &modelContext else {
            super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
            return
        }
        let old = change?[.oldKey] as? String ?? "nothing"
        let new = change?[.newKey] as? String ?? "nothing"
        print("name:", old, "→", new)
        colorLabel.text = new
    }

    deinit {
        model.removeObserver(self, forKeyPath: #keyPath(ColorModel.name), context: &modelContext)
    }

}
