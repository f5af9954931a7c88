import UIKit

/// A long list; restoration finds its rows again by their names.
class BirdsViewController: UITableViewController, UIDataSourceModelAssociation {

    override func viewDidLoad() {
        super.viewDidLoad()
        clearsSelectionOnViewWillAppear = false
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        Bird.names.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "Bird", for: indexPath)
        cell.textLabel?.text = Bird.names[indexPath.row]
        return cell
    }

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        guard let row = tableView.indexPathForSelectedRow?.row else { return }
        (segue.destination as? BirdViewController)?.bird = Bird.names[row]
    }

    // MARK: UIDataSourceModelAssociation

    func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String? {
        Bird.names[idx.row]
    }

    func indexPathForElement(withModelIdentifier identifier: String, in view: UIView) -> IndexPath? {
        Bird.names.firstIndex(of: identifier).map { IndexPath(row: $0, section: 0) }
    }

}
