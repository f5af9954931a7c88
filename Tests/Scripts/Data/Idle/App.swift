import Foundation
import UIKit

@main class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = ViewController()
    window?.makeKeyAndVisible()
    return true
  }
}

/// A button for each kind of work that may keep an app from being idle.
class ViewController: UIViewController {
  private var observers: [NSObjectProtocol] = []
  private let center = NotificationCenter()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    // Many reads of the clock and many observers are not polling.
    let began = Date()
    for _ in 0..<600 { _ = Date() }
    for number in 0..<10_000 {
      observers.append(
        center.addObserver(forName: Notification.Name("n\(number)"), object: nil, queue: nil) { _ in })
    }
    print("loaded with \(observers.count) after \(Date().timeIntervalSince(began) < 1 ? "no" : "much") time")
    let titles = [
      "Sleep", "Semaphore", "Nested", "Queue", "Operation", "Thread", "Task", "Detached", "Background", "Log",
      "Late",
    ]
    for (index, title) in titles.enumerated() {
      let button = UIButton(type: .system)
      button.setTitle(title, for: .normal)
      button.frame = CGRect(x: 20, y: 60 + CGFloat(index) * 50, width: 200, height: 40)
      button.addTarget(self, action: #selector(pressed(_:)), for: .touchUpInside)
      view.addSubview(button)
    }
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    print("appeared")
  }

  @objc private func pressed(_ sender: UIButton) {
    let title = sender.currentTitle ?? ""
    switch title {
    case "Sleep": Thread.sleep(forTimeInterval: 3)
    case "Semaphore": _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 2)
    case "Nested":
      var isOver = false
      Timer.scheduledTimer(withTimeInterval: 1.5, repeats: false) { _ in isOver = true }
      while !isOver { RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 5)) }
    case "Queue": DispatchQueue.global().async { print("Queue in the background") }
    case "Operation": OperationQueue().addOperation { print("Operation in the background") }
    case "Thread": Thread { print("Thread in the background") }.start()
    case "Task": Task { print("Task in the background") }
    case "Detached": Task.detached { print("Detached in the background") }
    case "Background": performSelector(inBackground: #selector(work), with: nil)
    case "Log": DispatchQueue.global().async { NSLog("%@", "Log in the background") }
    default: DispatchQueue.global().asyncAfter(deadline: .now() + 2) { print("Late in the background") }
    }
    print("\(title) done")
  }

  @objc private func work() { print("Background in the background") }
}
