import CoreData
import UIKit

/// The processor time of the process in seconds, which is real even in virtual time.
func work() -> Double {
  // NB: virtual time considers a thread that never reads the clock stuck.
  _ = Date()
  var used = rusage()
  getrusage(__rusage_who_t(0), &used)
  return Double(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
    + Double(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6
}

/// The process's resident memory in bytes, after freed memory was returned to the system.
func resident() -> Int {
  typealias Trim = @convention(c) (Int) -> Int32
  // Swift's C library module does not contain malloc.h.
  if let symbol = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(symbol, to: Trim.self)(0) }
  let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
  return (pages.flatMap { Int($0) } ?? 0) * Int(getpagesize())
}

@main
class AppDelegate: UIResponder, UIApplicationDelegate, NSFetchedResultsControllerDelegate {
  var window: UIWindow?
  var changes = 0

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    do { try measure() } catch { fatalError("\(error)") }
    exit(0)
  }

  func container(_ name: String) -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Store")
    let url = NSPersistentContainer.defaultDirectoryURL().appendingPathComponent(name + ".sqlite")
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    container.loadPersistentStores { _, error in if let error { fatalError("\(error)") } }
    return container
  }

  func fill(_ context: NSManagedObjectContext, _ count: Int) throws {
    let category = Category(context: context)
    category.name = "all"
    for number in 0..<count {
      if number % 1000 == 0 { _ = Date() }
      let note = Note(context: context)
      note.title = "Note \(number)"
      note.rank = Int64(number)
      note.changed = Date(timeIntervalSinceReferenceDate: Double(number))
      note.category = category
    }
    try context.save()
  }

  func request() -> NSFetchRequest<Note> {
    let request: NSFetchRequest<Note> = Note.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
    return request
  }

  func measure() throws {
    // Warms up what is created once: the model's plans, the connection, the pages of the libraries.
    try fill(container("first").viewContext, 100)
    for count in [1_000, 10_000, 100_000] {
      let container = container("growth\(count)")
      let begun = work()
      try autoreleasepool { try fill(container.viewContext, count) }
      print("insert\(count) \(work() - begun)")
    }
    let container = container("growth100000")
    // Objects: all values are read.
    var context = container.newBackgroundContext()
    try context.performAndWait {
      let begun = work()
      let request = request()
      request.returnsObjectsAsFaults = false
      var sum = 0
      for note in try context.fetch(request) { sum += note.title!.utf8.count + Int(note.rank) }
      print("objects \(work() - begun)")
      precondition(sum > 0)
    }
    // Faults with their rows: the default of a fetch request.
    context = container.newBackgroundContext()
    try context.performAndWait {
      let begun = work()
      let faults = try context.fetch(request())
      print("defaults \(work() - begun)")
      precondition(faults.count == 100_000)
    }
    // Faults without rows: identifiers only.
    context = container.newBackgroundContext()
    try context.performAndWait {
      let request = request()
      request.includesPropertyValues = false
      let begun = work()
      let faults = try context.fetch(request)
      print("faults \(work() - begun)")
      precondition(faults.count == 100_000)
    }
    // The memory of faults, including the context's table and the array that contains them.
    context = container.newBackgroundContext()
    try context.performAndWait {
      let before = resident()
      let request: NSFetchRequest<Note> = Note.fetchRequest()
      request.includesPropertyValues = false
      let faults = try context.fetch(request)
      print("faultBytes \(Double(resident() - before) / Double(faults.count))")
    }
    // One change among all objects.
    let view = container.viewContext
    let results = NSFetchedResultsController(
      fetchRequest: request(), managedObjectContext: view, sectionNameKeyPath: nil, cacheName: nil)
    results.delegate = self
    try results.performFetch()
    let notes = results.fetchedObjects!
    var times: [Double] = []
    for round in 0..<20 {
      notes[50_000 + round].rank = Int64(round * 5_000)
      let begun = work()
      view.processPendingChanges()
      times.append(work() - begun)
    }
    precondition(changes == 20)
    view.rollback()
    print("resultsChange \(times.sorted()[times.count / 2])")
    results.delegate = nil
    // Deleting the category deletes all notes.
    context = container.newBackgroundContext()
    try context.performAndWait {
      let category = try context.fetch(Category.fetchRequest() as NSFetchRequest<Category>)[0]
      let begun = work()
      context.delete(category)
      try context.save()
      print("cascade \(work() - begun)")
      let rest = try context.count(for: request())
      precondition(rest == 0)
    }
    // The largest number last.
    let largest = self.container("growth1000000")
    let begun = work()
    try autoreleasepool { try fill(largest.viewContext, 1_000_000) }
    print("insert1000000 \(work() - begun)")
    // NB: exits at once, without deallocating a million objects.
    exit(0)
  }

  func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) { changes += 1 }
}
