import UIKit

/// The days of the week, for a picker.
class Days: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {

    var chosen: ((String) -> Void)?

    private let names = Calendar.current.weekdaySymbols

    func numberOfComponents(in pickerView: UIPickerView) -> Int {
        return 1
    }

    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
        return names.count
    }

    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
        return names[row]
    }

    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
        chosen?(names[row])
    }

}
