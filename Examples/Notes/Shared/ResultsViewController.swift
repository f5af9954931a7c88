import CoreData
import UIKit

/// A table of fetch results that applies each change to its row.
class ResultsViewController<Object: NSManagedObject>: UITableViewController, NSFetchedResultsControllerDelegate {

    let container: NSPersistentContainer
    private(set) var results: NSFetchedResultsController<Object>!
    var context: NSManagedObjectContext { container.viewContext }

    init(container: NSPersistentContainer, request: NSFetchRequest<Object>, sectionNameKeyPath: String? = nil) {
        self.container = container
        super.init(style: .insetGrouped)
        results = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: container.viewContext,
            sectionNameKeyPath: sectionNameKeyPath, cacheName: nil)
    }

    required init?(coder: NSCoder) {
        fatalError("made in code")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "Cell")
        results.delegate = self
        do { try results.performFetch() } catch { print("not fetched: \(error.localizedDescription)") }
    }

    /// Configures a row's cell; subclasses override it.
    func configure(_ cell: UITableViewCell, with object: Object) {
    }

    // MARK: Rows

    override func numberOfSections(in tableView: UITableView) -> Int {
        results.sections?.count ?? 0
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        results.sections?[section].numberOfObjects ?? 0
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "Cell", for: indexPath)
        configure(cell, with: results.object(at: indexPath))
        return cell
    }

    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        results.sectionNameKeyPath == nil ? nil : results.sections?[section].name
    }

    override func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
        forRowAt indexPath: IndexPath
    ) {
        guard editingStyle == .delete else { return }
        context.delete(results.object(at: indexPath))
        save()
    }

    /// Saves; if that fails, explains the error and rolls the changes back.
    func save() {
        do {
            try context.save()
            print("saved")
        } catch {
            show(error as NSError)
            context.rollback()
        }
    }

    private func show(_ error: NSError) {
        let key = error.userInfo[NSValidationKeyErrorKey] as? String ?? ""
        let message: String
        switch error.code {
        case NSValidationRelationshipDeniedDeleteError:
            message = "“\(key)” is not empty, and its delete rule is Deny."
        case NSValidationStringTooShortError: message = "“\(key)” is too short."
        case NSValidationStringTooLongError: message = "“\(key)” is too long."
        default: message = error.localizedDescription
        }
        print("not saved: error \(error.code), \(key)")
        let alert = UIAlertController(title: "Not saved", message: message, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "OK", style: .default))
        present(alert, animated: true)
    }

    // MARK: Changes

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
        tableView.beginUpdates()
    }

    func controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>,
        didChange sectionInfo: NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {
        switch type {
        case .insert: tableView.insertSections([sectionIndex], with: .automatic)
        case .delete: tableView.deleteSections([sectionIndex], with: .automatic)
        default: break
        }
    }

    func controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        switch type {
        case .insert: tableView.insertRows(at: [newIndexPath!], with: .automatic)
        case .delete: tableView.deleteRows(at: [indexPath!], with: .automatic)
        case .update: tableView.reloadRows(at: [indexPath!], with: .none)
        case .move:
            tableView.deleteRows(at: [indexPath!], with: .automatic)
            tableView.insertRows(at: [newIndexPath!], with: .automatic)
        @unknown default: break
        }
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
        tableView.endUpdates()
    }

}
