import UIKit

class MainViewController: UIViewController {

    @IBOutlet weak var colorLabel: UILabel!

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        if let picker = segue.destination as? ColorPickerViewController {
            picker.delegate = self
        }
    }

}

extension MainViewController: ColorPickerDelegate {

    func colorPicker(_ picker: ColorPickerViewController, didChoose choice: ColorChoice) {
        print("delegate hears", choice.name)
        view.backgroundColor = choice.color
        colorLabel.text = choice.name
    }

    func colorPickerDidFinish(_ picker: ColorPickerViewController) {
        print("delegate dismisses")
        dismiss(animated: true)
    }

}
