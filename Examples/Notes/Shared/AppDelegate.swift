import CoreData
import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {

    lazy var persistentContainer: NSPersistentContainer = {
        let container = NSPersistentContainer(name: "Notes")
        container.loadPersistentStores { _, error in
            if let error { fatalError("the store cannot be opened: \(error)") }
        }
        container.viewContext.automaticallyMergesChangesFromParent = true
        return container
    }()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        addFirstNotes()
        return true
    }

    func application(
        _ application: UIApplication, configurationForConnecting session: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        UISceneConfiguration(name: "Default Configuration", sessionRole: session.role)
    }

    /// Sample data for the first launch.
    private func addFirstNotes() {
        let context = persistentContainer.viewContext
        guard (try? context.count(for: Category.fetchRequest())) == 0 else { return }
        for (name, titles) in [("Garden", ["Seeds", "Watering"]), ("House", ["Roof"]), ("Ideas", [])] {
            let category = Category(context: context)
            category.name = name
            for title in titles {
                let note = Note(context: context)
                note.title = title
                note.changed = Date()
                category.addToNotes(note)
            }
        }
        do { try context.save() } catch { print("not saved: \(error.localizedDescription)") }
    }

}
