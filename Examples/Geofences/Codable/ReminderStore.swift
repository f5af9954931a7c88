import Foundation

/// The reminders as JSON in the user defaults.
struct ReminderStore {
  private let key = "reminders"

  func load() -> [Reminder] {
    guard let data = UserDefaults.standard.data(forKey: key) else { return [] }
    do {
      return try JSONDecoder().decode([Reminder].self, from: data)
    } catch {
      print("cannot read the reminders: \(error)")
      return []
    }
  }

  func save(_ reminders: [Reminder]) {
    do {
      UserDefaults.standard.set(try JSONEncoder().encode(reminders), forKey: key)
    } catch {
      print("cannot write the reminders: \(error)")
    }
  }
}
