import UIKit

/// A form that prints the text that is typed, composed, pasted and undone in it.
class FormViewController: UIViewController {

    @IBOutlet private weak var nameField: UITextField!
    @IBOutlet private weak var mailField: UITextField!
    @IBOutlet private weak var passwordField: UITextField!
    @IBOutlet private weak var letter: UITextView!

    private let count = UIBarButtonItem(title: "0 characters", style: .plain, target: nil, action: nil)

    override func viewDidLoad() {
        super.viewDidLoad()
        // The letter's lower edge follows the keyboard's upper edge.
        letter.bottomAnchor.constraint(equalTo: view.keyboardLayoutGuide.topAnchor, constant: -12).isActive = true
        letter.accessibilityLabel = "Your letter"
        letter.delegate = self
        for field in [nameField, mailField, passwordField] {
            field?.delegate = self
        }
        nameField.leftView = UIImageView(image: UIImage(systemName: "person"))
        nameField.leftViewMode = .always
        nameField.addTarget(self, action: #selector(nameChanged(_:)), for: .editingChanged)
        letter.inputAccessoryView = makeToolbar()

        let center = NotificationCenter.default
        center.addObserver(
            self, selector: #selector(keyboardWillShow(_:)), name: UIResponder.keyboardWillShowNotification,
            object: nil)
        center.addObserver(
            self, selector: #selector(keyboardDidHide(_:)), name: UIResponder.keyboardDidHideNotification,
            object: nil)
    }

    private func makeToolbar() -> UIToolbar {
        let toolbar = UIToolbar(frame: CGRect(x: 0, y: 0, width: 100, height: 44))
        toolbar.items = [
            count, UIBarButtonItem(barButtonSystemItem: .flexibleSpace, target: nil, action: nil),
            UIBarButtonItem(barButtonSystemItem: .done, target: self, action: #selector(letterDone(_:))),
        ]
        return toolbar
    }

    @objc private func nameChanged(_ sender: UITextField) {
        // Text that is still being composed is not a name yet.
        guard sender.markedTextRange == nil else { return }
        print("name:", sender.text ?? "")
    }

    @objc private func letterDone(_ sender: UIBarButtonItem) {
        letter.resignFirstResponder()
    }

    @objc private func keyboardWillShow(_ notification: Notification) {
        let end = notification.userInfo?[UIResponder.keyboardFrameEndUserInfoKey] as? CGRect
        print("keyboard of", Int(end?.height ?? 0), "points")
    }

    @objc private func keyboardDidHide(_ notification: Notification) {
        print("no keyboard")
    }

}

extension FormViewController: UITextFieldDelegate {

    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        let fields: [UITextField] = [nameField, mailField, passwordField]
        guard let index = fields.firstIndex(of: textField) else { return true }
        if index + 1 < fields.count {
            fields[index + 1].becomeFirstResponder()
        } else {
            textField.resignFirstResponder()
        }
        return false
    }

    func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool {
        // Addresses have no spaces.
        textField !== mailField || !string.contains(" ")
    }

    func textFieldDidEndEditing(_ textField: UITextField) {
        print("\(textField.placeholder ?? ""):", textField.text ?? "")
    }

}

extension FormViewController: UITextViewDelegate {

    func textViewDidChange(_ textView: UITextView) {
        count.title = "\(textView.text.count) characters"
        print("letter:", textView.text.replacingOccurrences(of: "\n", with: "/"))
    }

}
