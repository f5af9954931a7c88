import UIKit

/// A list with a search bar above it.
class NamesController: UITableViewController, UISearchResultsUpdating, UISearchControllerDelegate {

    private let all = ["Ada", "Alan", "Barbara", "Edsger", "Grace", "Hedy", "Katherine", "Niklaus"]
    private var names: [String] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Names"
        names = all
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "Name")
        let search = UISearchController(searchResultsController: nil)
        search.searchResultsUpdater = self
        search.delegate = self
        search.obscuresBackgroundDuringPresentation = false
        navigationItem.searchController = search
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        names.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "Name", for: indexPath)
        var content = cell.defaultContentConfiguration()
        content.text = names[indexPath.row]
        cell.contentConfiguration = content
        return cell
    }

    func willPresentSearchController(_ searchController: UISearchController) {
    }

    func didPresentSearchController(_ searchController: UISearchController) {
    }

    func willDismissSearchController(_ searchController: UISearchController) {
    }

    func didDismissSearchController(_ searchController: UISearchController) {
    }

    func updateSearchResults(for searchController: UISearchController) {
        let text = searchController.searchBar.text ?? ""
        names = text.isEmpty ? all : all.filter { $0.lowercased().contains(text.lowercased()) }
        tableView.reloadData()
    }

}
