import UIKit

class ViewController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    let actions: [(String, Selector)] = [
      ("Register", #selector(register)), ("Remind me", #selector(remind)), ("Now", #selector(presentNow)),
      ("Cancel", #selector(cancel)),
    ]
    for (index, (title, action)) in actions.enumerated() {
      let button = UIButton(type: .system)
      button.setTitle(title, for: .normal)
      button.frame = CGRect(x: 40, y: 200 + 60 * CGFloat(index), width: 200, height: 44)
      button.addTarget(self, action: action, for: .touchUpInside)
      view.addSubview(button)
    }
  }

  @objc func register() {
    let later = UIMutableUserNotificationAction()
    later.identifier = "later"
    later.title = "Later"
    later.activationMode = .background
    let category = UIMutableUserNotificationCategory()
    category.identifier = "appointment"
    category.setActions([later], for: .default)
    UIApplication.shared.registerUserNotificationSettings(
      UIUserNotificationSettings(types: [.alert, .badge, .sound], categories: [category]))
  }

  private func notification() -> UILocalNotification {
    let notification = UILocalNotification()
    notification.alertBody = "Lunch"
    notification.soundName = UILocalNotificationDefaultSoundName
    notification.applicationIconBadgeNumber = 1
    notification.category = "appointment"
    return notification
  }

  @objc func remind() {
    let daily = notification()
    daily.fireDate = Date(timeIntervalSinceNow: 60)
    daily.repeatInterval = .day
    UIApplication.shared.scheduleLocalNotification(daily)
    print("scheduled \(UIApplication.shared.scheduledLocalNotifications?.count ?? 0)")
  }

  @objc func presentNow() { UIApplication.shared.presentLocalNotificationNow(notification()) }

  @objc func cancel() {
    UIApplication.shared.cancelAllLocalNotifications()
    print("scheduled \(UIApplication.shared.scheduledLocalNotifications?.count ?? 0)")
  }
}
