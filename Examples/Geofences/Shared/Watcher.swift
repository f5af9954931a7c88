import CoreLocation
import UIKit
import UserNotifications

/// Stores the reminders, monitors their regions, and shows a reminder when its region is crossed.
class Watcher: NSObject {
  static let shared = Watcher()
  /// Posted when the reminders or the authorization have changed.
  static let didChange = Notification.Name("WatcherDidChange")
  /// The maximum number of regions that the system monitors for an app (L-41).
  static let limit = 20

  private let manager = CLLocationManager()
  private let store = ReminderStore()
  private(set) var reminders: [Reminder]

  override init() {
    reminders = store.load()
    super.init()
    manager.delegate = self
  }

  var isFull: Bool { reminders.count >= Self.limit }
  var isAllowed: Bool { manager.authorizationStatus == .authorizedAlways }
  var isUndecided: Bool { manager.authorizationStatus == .notDetermined }

  func requestLocation() { manager.requestAlwaysAuthorization() }

  /// Adds a reminder; its radius is limited to what the manager can monitor (L-42).
  @discardableResult func add(
    note: String, moment: Reminder.Moment, coordinate: CLLocationCoordinate2D, radius: CLLocationDistance
  ) -> Reminder {
    let last = reminders.compactMap { Int($0.identifier) }.max() ?? 0
    let reminder = Reminder(
      identifier: String(last + 1), note: note, moment: moment, coordinate: coordinate,
      radius: min(radius, manager.maximumRegionMonitoringDistance))
    reminders.append(reminder)
    store.save(reminders)
    watchReminders()
    UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound]) { _, _ in }
    NotificationCenter.default.post(name: Self.didChange, object: self)
    return reminder
  }

  func remove(_ reminder: Reminder) {
    manager.stopMonitoring(for: reminder.region)
    reminders.removeAll { $0.identifier == reminder.identifier }
    store.save(reminders)
    NotificationCenter.default.post(name: Self.didChange, object: self)
  }

  /// Starts monitoring the remaining regions: of new reminders, or of those added without permission.
  private func watchReminders() {
    guard isAllowed else { return }
    let watched = Set(manager.monitoredRegions.map(\.identifier))
    for reminder in reminders where !watched.contains(reminder.identifier) {
      manager.startMonitoring(for: reminder.region)
    }
  }

  /// A crossing provides only the region. Shows an alert, or in the background a notification (L-96).
  private func remind(of region: CLRegion) {
    guard let reminder = store.load().first(where: { $0.identifier == region.identifier }) else { return }
    if UIApplication.shared.applicationState == .active {
      UIApplication.shared.showAlert(title: reminder.note, message: reminder.subtitle)
    } else {
      let content = UNMutableNotificationContent()
      content.title = reminder.note
      content.body = reminder.subtitle ?? ""
      content.sound = .default
      let request = UNNotificationRequest(identifier: reminder.identifier, content: content, trigger: nil)
      UNUserNotificationCenter.current().add(request) { error in
        if let error { print("not reminded: \(error.localizedDescription)") }
      }
    }
  }
}

extension Watcher: CLLocationManagerDelegate {
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    watchReminders()
    NotificationCenter.default.post(name: Self.didChange, object: self)
  }

  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    print("watching \(region.identifier), \(manager.monitoredRegions.count) in all")
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) { remind(of: region) }
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) { remind(of: region) }

  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: Error
  ) {
    print("not watching \(region?.identifier ?? "a region"): \(error.localizedDescription)")
  }
}
