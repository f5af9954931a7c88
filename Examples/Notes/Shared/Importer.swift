import CoreData

/// Creates many notes on a background queue, and reports its progress.
class Importer {

    private let container: NSPersistentContainer
    private let count: Int
    private let batch = 500

    init(container: NSPersistentContainer, count: Int) {
        self.container = container
        self.count = count
    }

    /// Both closures run on the main queue.
    func run(progress: @escaping (Float) -> Void, completion: @escaping (Int) -> Void) {
        let count = count
        let batch = batch
        container.performBackgroundTask { context in
            let category = Category(context: context)
            category.name = "Imported"
            var imported = 0
            while imported < count {
                for number in imported..<min(imported + batch, count) {
                    let note = Note(context: context)
                    note.title = "Imported \(number + 1)"
                    note.changed = Date()
                    note.category = category
                }
                do {
                    try context.save()
                } catch {
                    print("not imported: \(error.localizedDescription)")
                    break
                }
                imported = min(imported + batch, count)
                let done = Float(imported) / Float(count)
                DispatchQueue.main.async { progress(done) }
            }
            let result = imported
            DispatchQueue.main.async { completion(result) }
        }
    }

}
