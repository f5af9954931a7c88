import UIKit

/// A button for each function to try, and the notification center's answers.
class ListViewController: UITableViewController {
  private let rows = ["Allow notifications", "Remind me of Lunch", "Register", "What is pending?"]

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Appointments"
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    cell.textLabel?.text = rows[indexPath.row]
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: false)
    switch indexPath.row {
    case 0: Task { await allow() }
    case 1: (UIApplication.shared.delegate as? AppDelegate)?.reminders.remind("Lunch", in: 60)
    case 2: UIApplication.shared.registerForRemoteNotifications()
    default: Task { await report() }
    }
  }

  private func allow() async {
    let options: UNAuthorizationOptions = [.alert, .sound, .badge]
    let isGranted = try? await UNUserNotificationCenter.current().requestAuthorization(options: options)
    print(isGranted == true ? "allowed" : "not allowed")
  }

  private func report() async {
    let center = UNUserNotificationCenter.current()
    let pending = await center.pendingNotificationRequests().map(\.identifier)
    let delivered = await center.deliveredNotifications().map(\.request.identifier)
    print("pending \(pending), delivered \(delivered)")
  }
}
