import UIKit

/// A row with an emptied name is deleted: immediately, while its editing is ending, or one turn later.
class NamesViewController: UITableViewController {

    private var names = ["Ada", "Bea", "Cleo"]
    private var defers = false

    @IBAction func deferDeletion(_ sender: UIBarButtonItem) {
        defers = true
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        return names.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "Name", for: indexPath)
        if let field = (cell as? NameCell)?.textField {
            field.text = names[indexPath.row]
            field.delegate = self
        }
        return cell
    }

    @objc private func deleteRow(_ name: String) {
        guard let row = names.firstIndex(of: name) else { return }
        names.remove(at: row)
        tableView.deleteRows(at: [IndexPath(row: row, section: 0)], with: .automatic)
        print("left: " + names.joined(separator: ", "))
    }

}

extension NamesViewController: UITextFieldDelegate {

    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        textField.endEditing(true)
        return false
    }

    func textFieldDidEndEditing(_ textField: UITextField) {
        guard let indexPath = tableView.indexPathForRow(at: textField.convert(CGPoint.zero, to: tableView)),
            textField.text == ""
        else { return }
        print("ends editing")
        if defers {
            perform(#selector(deleteRow(_:)), with: names[indexPath.row], afterDelay: 0)
        } else {
            deleteRow(names[indexPath.row])
        }
        print("ended editing")
    }

}
