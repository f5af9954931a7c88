import UIKit

/// The list of gestures.
class CatalogViewController: UITableViewController {

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Gestures"
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "gesture")
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        GestureKind.all.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "gesture", for: indexPath)
        var content = cell.defaultContentConfiguration()
        content.text = GestureKind.all[indexPath.row].name
        cell.contentConfiguration = content
        cell.accessoryType = .disclosureIndicator
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        navigationController?.pushViewController(
            GestureViewController(GestureKind.all[indexPath.row]), animated: true)
    }

}
