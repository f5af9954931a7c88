import UIKit

/// Two pickers: this controller is the data source and delegate of one, another object of the other.
class StagesViewController: UIViewController {

    @IBOutlet weak var stagesPicker: UIPickerView!
    @IBOutlet weak var daysPicker: UIPickerView!
    @IBOutlet weak var choiceLabel: UILabel!

    private let days = Days()

    override func viewDidLoad() {
        super.viewDidLoad()
        days.chosen = { [weak self] day in self?.show("on " + day) }
        daysPicker.dataSource = days
        daysPicker.delegate = days
    }

    private func show(_ choice: String) {
        print("chose", choice)
        choiceLabel.text = choice
    }

}

extension StagesViewController: UIPickerViewDataSource, UIPickerViewDelegate {

    func numberOfComponents(in pickerView: UIPickerView) -> Int {
        return 1
    }

    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
        return 9
    }

    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
        return "\(row + 1) Stage" + (row > 0 ? "s" : "")
    }

    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
        show("\(row + 1) of 9")
    }

}
