import CoreData
import UIKit

/// Edits a note in a child context: Cancel discards the changes, Save saves the child and then its parent.
class NoteViewController: UIViewController {

    private let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let note: Note
    private let titleField = UITextField()
    private let textField = UITextField()

    init(parent: NSManagedObjectContext, note: NSManagedObjectID?, category: NSManagedObjectID?) {
        context.parent = parent
        if let note, let existing = context.object(with: note) as? Note {
            self.note = existing
        } else {
            self.note = Note(context: context)
            if let category { self.note.category = context.object(with: category) as? Category }
        }
        super.init(nibName: nil, bundle: nil)
        title = note == nil ? "New Note" : "Note"
    }

    required init?(coder: NSCoder) {
        fatalError("made in code")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        navigationItem.leftBarButtonItem = UIBarButtonItem(
            barButtonSystemItem: .cancel, target: self, action: #selector(cancel))
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            barButtonSystemItem: .save, target: self, action: #selector(save))
        titleField.placeholder = "Title"
        titleField.text = note.title
        textField.placeholder = "Text"
        textField.text = note.text
        for field in [titleField, textField] { field.borderStyle = .roundedRect }
        let stack = UIStackView(arrangedSubviews: [titleField, textField])
        stack.axis = .vertical
        stack.spacing = 12
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        NSLayoutConstraint.activate([
            stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 20),
            stack.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
        ])
    }

    @objc private func cancel() {
        dismiss(animated: true)
    }

    @objc private func save() {
        note.title = titleField.text
        note.text = textField.text
        note.changed = Date()
        do {
            try context.save()
            try context.parent?.save()
            dismiss(animated: true)
        } catch {
            print("not saved: error \((error as NSError).code)")
            let alert = UIAlertController(
                title: "Not saved", message: "A note needs a title of 1 to 40 characters.",
                preferredStyle: .alert)
            alert.addAction(UIAlertAction(title: "OK", style: .default))
            present(alert, animated: true)
        }
    }

}
