import CoreData
import UIKit

/// The notes of one category, or all notes grouped by category.
class NotesViewController: ResultsViewController<Note> {

    private let category: Category?

    init(container: NSPersistentContainer, category: Category?) {
        self.category = category
        let request: NSFetchRequest<Note> = Note.fetchRequest()
        let byTitle = NSSortDescriptor(key: #keyPath(Note.title), ascending: true)
        if let category {
            request.predicate = NSPredicate(format: "%K == %@", #keyPath(Note.category), category)
            request.sortDescriptors = [byTitle]
        } else {
            let byCategory = NSSortDescriptor(key: #keyPath(Note.category.name), ascending: true)
            request.sortDescriptors = [byCategory, byTitle]
        }
        request.fetchBatchSize = 50
        super.init(
            container: container, request: request,
            sectionNameKeyPath: category == nil ? #keyPath(Note.category.name) : nil)
        title = category?.name ?? "All Notes"
    }

    required init?(coder: NSCoder) {
        fatalError("made in code")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            barButtonSystemItem: .add, target: self, action: #selector(add))
    }

    override func configure(_ cell: UITableViewCell, with note: Note) {
        var content = UIListContentConfiguration.subtitleCell()
        content.text = note.title
        content.secondaryText = note.text
        cell.contentConfiguration = content
    }

    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        let name = super.tableView(tableView, titleForHeaderInSection: section)
        return name == "" ? "Without Category" : name
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        edit(results.object(at: indexPath).objectID)
    }

    @objc private func add() {
        edit(nil)
    }

    private func edit(_ note: NSManagedObjectID?) {
        let editor = NoteViewController(parent: context, note: note, category: category?.objectID)
        present(UINavigationController(rootViewController: editor), animated: true)
    }

}
