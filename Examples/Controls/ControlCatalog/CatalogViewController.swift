import UIKit

/// The list of controls.
class CatalogViewController: UITableViewController {

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Controls"
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "exhibit")
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        Exhibit.all.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "exhibit", for: indexPath)
        var content = cell.defaultContentConfiguration()
        content.text = Exhibit.all[indexPath.row].name
        cell.contentConfiguration = content
        cell.accessoryType = .disclosureIndicator
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        navigationController?.pushViewController(
            ExhibitViewController(Exhibit.all[indexPath.row]), animated: true)
    }

}
