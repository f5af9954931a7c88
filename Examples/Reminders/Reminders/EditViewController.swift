import UIKit

/// Chooses when to be reminded.
class EditViewController: UIViewController {

    private var reminder: Reminder
    private let changed: (Reminder) -> Void
    private let picker = UIDatePicker()

    init(_ reminder: Reminder, changed: @escaping (Reminder) -> Void) {
        self.reminder = reminder
        self.changed = changed
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) {
        fatalError("this screen is made in code")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = reminder.title
        view.backgroundColor = .systemBackground
        picker.preferredDatePickerStyle = .wheels
        picker.datePickerMode = .date
        picker.date = reminder.date
        picker.accessibilityIdentifier = "date"
        picker.addTarget(self, action: #selector(dateChanged(_:)), for: .valueChanged)
        picker.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(picker)
        NSLayoutConstraint.activate([
            picker.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 20),
            picker.centerXAnchor.constraint(equalTo: view.centerXAnchor),
        ])
    }

    @objc func dateChanged(_ sender: UIDatePicker) {
        reminder.date = sender.date
        changed(reminder)
    }

}
