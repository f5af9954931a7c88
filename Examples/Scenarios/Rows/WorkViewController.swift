import UIKit

/// Selecting a row starts slow work. The first row's spinner never becomes visible, the second row's does.
class WorkViewController: UITableViewController {

    private let titles = ["At Once", "Put Off"]

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        return titles.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "Work", for: indexPath)
        (cell as? WorkCell)?.titleLabel.text = titles[indexPath.row]
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        guard let cell = tableView.cellForRow(at: indexPath) as? WorkCell else { return }
        cell.spinner.startAnimating()
        if indexPath.row == 0 {
            work(cell)
        } else {
            perform(#selector(work(_:)), with: cell, afterDelay: 0.1)
        }
    }

    @objc private func work(_ cell: WorkCell) {
        print("works")
        Thread.sleep(forTimeInterval: 2)
        print("has worked")
        cell.spinner.stopAnimating()
        if let indexPath = tableView.indexPath(for: cell) {
            tableView.deselectRow(at: indexPath, animated: true)
        }
    }

}
