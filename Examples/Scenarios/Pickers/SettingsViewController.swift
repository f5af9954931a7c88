import UIKit

/// Presents the mixer, and receives the color as its delegate.
class SettingsViewController: UIViewController {

    @IBOutlet weak var colorLabel: UILabel!

    @IBAction func mixColor(_ sender: UIButton) {
        guard
            let mixer = storyboard?.instantiateViewController(withIdentifier: "Mixer") as? MixerViewController
        else { return }
        mixer.delegate = self
        present(mixer, animated: true)
    }

}

extension SettingsViewController: MixerDelegate {

    func mixer(_ mixer: MixerViewController, didFinishWith color: UIColor?) {
        if let components = color?.cgColor.components {
            let text = components.prefix(3).map { String(Int(($0 * 100).rounded())) }.joined(separator: " ")
            print("hears", text)
            colorLabel.text = text
            view.backgroundColor = color
        } else {
            print("hears of no color")
        }
        dismiss(animated: true)
    }

}
