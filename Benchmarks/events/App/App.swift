// An app as apps are written, built by `carob build` like any other: the rows of `Benchmarks/events/run` whose names begin with "app.".
// It measures after its first screen has appeared, prints `row nanoseconds` lines and exits.
import UIKit

extension Notification.Name {
  static let one = Notification.Name("AppDidPostOneNotification")
  static let message = Notification.Name("AppDidPostMessageNotification")
  static let blocks = Notification.Name("AppDidPostBlocksNotification")
  static let selectors = Notification.Name("AppDidPostSelectorsNotification")
  static let info = Notification.Name("AppDidPostInfoNotification")
}

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = MeasuringController()
    window?.makeKeyAndVisible()
    return true
  }
}

/// One of the controllers of an app that observes its model.
class ListeningController: UIViewController {
  var count = 0
  var token: NSObjectProtocol?

  func observe() {
    NotificationCenter.default.addObserver(
      self, selector: #selector(changed(_:)), name: .selectors, object: nil)
    token = NotificationCenter.default.addObserver(forName: .blocks, object: nil, queue: nil) {
      [unowned self] _ in count &+= 1
    }
  }

  @objc func changed(_ notification: Notification) { count &+= 1 }
}

class MeasuringController: UIViewController {
  let button = UIButton(type: .system)
  let deepButton = UIButton(type: .system)
  var listeners: [ListeningController] = []
  var tokens: [NSObjectProtocol] = []
  var closures: [(Notification) -> Void] = []
  var count = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    button.addTarget(self, action: #selector(tapped(_:)), for: .touchUpInside)
    view.addSubview(button)
    // Nineteen views between the button and the controller, so that twenty responders are asked before it.
    var parent: UIView = view
    for _ in 0..<18 {
      let child = UIView(frame: view.bounds)
      parent.addSubview(child)
      parent = child
    }
    deepButton.addTarget(nil, action: #selector(sentUpwards(_:)), for: .touchUpInside)
    parent.addSubview(deepButton)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    DispatchQueue.main.async { [unowned self] in
      measureAll()
      exit(0)
    }
  }

  @objc func tapped(_ sender: UIButton) { count &+= 1 }
  @objc func sentUpwards(_ sender: UIButton) { count &+= 1 }
  @objc func received(_ notification: Notification) { count &+= 1 }

  func measureAll() {
    let center = NotificationCenter.default
    for index in 0..<10_000 {
      let name = Notification.Name("Another\(index)Notification")
      tokens.append(
        center.addObserver(forName: name, object: nil, queue: nil) { [unowned self] _ in count &+= 1 })
    }
    tokens.append(
      center.addObserver(forName: .one, object: nil, queue: nil) { [unowned self] _ in count &+= 1 })
    tokens.append(
      center.addObserver(forName: .info, object: nil, queue: nil) { [unowned self] notification in
        count &+= notification.userInfo?["value"] as? Int ?? 0
      })
    center.addObserver(self, selector: #selector(received(_:)), name: .message, object: nil)
    for _ in 0..<1000 {
      let listener = ListeningController()
      listener.observe()
      closures.append { [unowned listener] _ in listener.count &+= 1 }
      listeners.append(listener)
    }

    measure("app.one") { center.post(name: .one, object: self) }
    measure("app.info") { center.post(name: .info, object: self, userInfo: ["value": 1]) }
    measure("app.message") { center.post(name: .message, object: self) }
    measure("app.blocks", per: 1000) { center.post(name: .blocks, object: self) }
    measure("app.selectors", per: 1000) { center.post(name: .selectors, object: self) }
    let notification = Notification(name: .one, object: self)
    measure("app.closures", per: 1000) { for closure in closures { closure(notification) } }
    measure("app.perform") { perform(#selector(received(_:)), with: notification) }
    measure("app.actions") { button.sendActions(for: .touchUpInside) }
    measure("app.nilTarget") { deepButton.sendActions(for: .touchUpInside) }
    precondition(count > 0 && listeners.allSatisfy { $0.count > 0 })
  }

  /// Prints the processor time of one operation in nanoseconds: the best of many short runs, because the machine may have other load.
  func measure(_ row: String, per: Double = 1, _ operation: () -> Void) {
    let before = count + listeners[0].count
    operation()
    precondition(count + listeners[0].count > before, "\(row) was not delivered")
    var repetitions = 20
    while time(repetitions, operation) < 500_000 { repetitions *= 2 }
    var best = Double.infinity
    for _ in 0..<200 { best = min(best, time(repetitions, operation) / Double(repetitions)) }
    print(row, best / per)
  }

  func time(_ repetitions: Int, _ operation: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
    let start = now()
    for _ in 0..<repetitions { operation() }
    return now() - start
  }
}
