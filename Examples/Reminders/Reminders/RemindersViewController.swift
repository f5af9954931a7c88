import UIKit

/// A list that supports every kind of editing in a table.
class RemindersViewController: UITableViewController {

    private var reminders: [Reminder] = ["Water the plants", "Call Ada", "Buy stamps", "Read a chapter"]
        .enumerated()
        .map { Reminder(title: $1, date: Date(timeIntervalSince1970: 1_767_258_000 + Double($0) * 86_400)) }

    override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.leftBarButtonItem = editButtonItem
    }

    // MARK: - Rows

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        reminders.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "Reminder", for: indexPath)
        let reminder = reminders[indexPath.row]
        cell.textLabel?.text = reminder.title
        cell.textLabel?.textColor = reminder.isDone ? .secondaryLabel : .label
        cell.detailTextLabel?.text = reminder.date.formatted(date: .abbreviated, time: .shortened)
        cell.accessoryType = reminder.isDone ? .checkmark : .none
        return cell
    }

    // MARK: - Adding, deleting, moving

    @IBAction func add(_ sender: UIBarButtonItem) {
        let alert = UIAlertController(title: "New Reminder", message: nil, preferredStyle: .alert)
        alert.addTextField { $0.placeholder = "Title" }
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
        alert.addAction(
            UIAlertAction(title: "Save", style: .default) { [weak self, weak alert] _ in
                guard let self, let title = alert?.textFields?.first?.text, !title.isEmpty else { return }
                self.reminders.insert(Reminder(title: title, date: Date()), at: 0)
                self.tableView.insertRows(at: [IndexPath(row: 0, section: 0)], with: .automatic)
            })
        present(alert, animated: true)
    }

    override func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
        forRowAt indexPath: IndexPath
    ) {
        guard editingStyle == .delete else { return }
        print("deleted \(reminders.remove(at: indexPath.row).title)")
        tableView.deleteRows(at: [indexPath], with: .automatic)
    }

    override func tableView(
        _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        reminders.insert(reminders.remove(at: sourceIndexPath.row), at: destinationIndexPath.row)
        print(reminders.map(\.title).joined(separator: ", "))
    }

    // MARK: - Swiping and pressing

    override func tableView(
        _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? {
        let done = UIContextualAction(style: .normal, title: "Done") { [weak self] _, _, completion in
            self?.reminders[indexPath.row].isDone.toggle()
            tableView.reloadRows(at: [indexPath], with: .fade)
            completion(true)
        }
        done.backgroundColor = .systemGreen
        return UISwipeActionsConfiguration(actions: [done])
    }

    override func tableView(
        _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
    ) -> UIContextMenuConfiguration? {
        let reminder = reminders[indexPath.row]
        return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { [weak self] _ in
            UIMenu(
                title: reminder.title,
                children: [
                    UIAction(title: "Share", image: UIImage(systemName: "square.and.arrow.up")) { _ in
                        self?.share(reminder)
                    }
                ])
        }
    }

    private func share(_ reminder: Reminder) {
        let sheet = UIActivityViewController(activityItems: [reminder.title], applicationActivities: nil)
        sheet.completionWithItemsHandler = { type, completed, _, _ in
            print(completed ? "shared by \(type?.rawValue ?? "")" : "not shared")
        }
        present(sheet, animated: true)
    }

    // MARK: - The date

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        let editor = EditViewController(reminders[indexPath.row]) { [weak self] changed in
            self?.reminders[indexPath.row] = changed
            self?.tableView.reloadRows(at: [indexPath], with: .none)
        }
        navigationController?.pushViewController(editor, animated: true)
    }

}
