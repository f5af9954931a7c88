import Foundation

/// The reminders as a keyed archive in the documents.
struct ReminderStore {
  private let url = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    .appendingPathComponent("Reminders.archive")

  func load() -> [Reminder] {
    guard let data = try? Data(contentsOf: url) else { return [] }
    do {
      let classes = [NSArray.self, Reminder.self]
      return try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? [Reminder] ?? []
    } catch {
      print("cannot read the reminders: \(error)")
      return []
    }
  }

  func save(_ reminders: [Reminder]) {
    do {
      let data = try NSKeyedArchiver.archivedData(withRootObject: reminders, requiringSecureCoding: true)
      try data.write(to: url, options: .atomic)
    } catch {
      print("cannot write the reminders: \(error)")
    }
  }
}
