import CoreData
import UIKit

/// The categories; deleting one applies the target's delete rule.
class CategoriesViewController: ResultsViewController<Category> {

    private let progress = UIProgressView(progressViewStyle: .bar)
    private var importer: Importer?

    init(container: NSPersistentContainer) {
        let request: NSFetchRequest<Category> = Category.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(key: #keyPath(Category.name), ascending: true)]
        super.init(container: container, request: request)
        title = "Categories"
    }

    required init?(coder: NSCoder) {
        fatalError("made in code")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.leftBarButtonItem = editButtonItem
        navigationItem.rightBarButtonItems = [
            UIBarButtonItem(barButtonSystemItem: .add, target: self, action: #selector(add)),
            UIBarButtonItem(title: "Import", style: .plain, target: self, action: #selector(importNotes)),
        ]
        progress.isHidden = true
        progress.frame.size.height = 2
        tableView.tableHeaderView = progress
    }

    override func configure(_ cell: UITableViewCell, with category: Category) {
        var content = UIListContentConfiguration.valueCell()
        content.text = category.name
        content.secondaryText = "\(category.notes?.count ?? 0)"
        cell.contentConfiguration = content
        cell.accessoryType = .disclosureIndicator
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        let notes = NotesViewController(container: container, category: results.object(at: indexPath))
        navigationController?.pushViewController(notes, animated: true)
    }

    @objc private func add() {
        let alert = UIAlertController(title: "New Category", message: nil, preferredStyle: .alert)
        alert.addTextField { $0.placeholder = "Name" }
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
        alert.addAction(
            UIAlertAction(title: "Add", style: .default) { [unowned self, unowned alert] _ in
                let category = Category(context: self.context)
                category.name = alert.textFields?.first?.text
                self.save()
            })
        present(alert, animated: true)
    }

    // MARK: Import

    @objc private func importNotes() {
        guard importer == nil else { return }
        progress.isHidden = false
        progress.progress = 0
        importer = Importer(container: container, count: 10_000)
        importer?.run { [weak self] done in
            self?.progress.setProgress(done, animated: false)
        } completion: { [weak self] count in
            print("imported \(count)")
            self?.progress.isHidden = true
            self?.importer = nil
        }
    }

}
