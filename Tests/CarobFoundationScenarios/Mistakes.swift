import CarobFoundation
import Glibc

private let name = Notification.Name("somethingHappened")

private final class Listener: NSObject {
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(any: "heard:", "heard(_:)", 1) { s, a, _, _ in unsafeDowncast(s, to: Listener.self).heard(_arg(a))
      }
    ]
  }
  func heard(_ object: Any) {}
}

private final class Plain {
  let value = 1
}

private final class Holder: NSObject {
  let plain: Plain = Plain()
  nonisolated override class var _carobKVC: [_CarobProperty] { [.init(readOnly: "plain", \Holder.plain)] }
}

/// One mistake of the sections A, B and E each; the diagnosis goes to standard error.
func mistake(_ mistake: String) {
  let center = NotificationCenter.default
  let loop = RunLoop.main
  switch mistake {
  case "mistake-misspelt-method":
    line()
    center.addObserver(Listener(), selector: Selector("herd:"), name: name, object: nil)
  case "mistake-misspelt-name":
    let listener = Listener()
    line()
    center.addObserver(
      listener, selector: Selector("heard:"), name: .init("somethingHapened"), object: nil)
    center.post(name: name, object: nil)
    print("survived")
    // Before the listener goes, which is another thing to say.
    withExtendedLifetime(listener) { exit(0) }
  case "mistake-dead-observer":
    line()
    center.addObserver(Listener(), selector: Selector("heard:"), name: name, object: nil)
    center.post(name: name, object: nil)
  case "mistake-removed-early":
    let listener = Listener()
    center.addObserver(listener, selector: Selector("heard:"), name: name, object: nil)
    line()
    center.removeObserver(listener)
    center.post(name: name, object: nil)
  case "mistake-value-as-object":
    let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in }
    center.post(name: name, object: 5)
    center.removeObserver(token)
  case "mistake-forgotten-timer":
    let listener = Listener()
    TimerTargets.hasLeftTheScreen = { $0 is Listener }
    line()
    Timer.scheduledTimer(
      timeInterval: 5, target: listener, selector: Selector("heard:"), userInfo: nil, repeats: true)
    loop.run(until: Date(timeIntervalSinceNow: 11))
  case "mistake-timer-nowhere":
    line()
    _ = Timer(timeInterval: 5, repeats: false) { _ in }
  case "mistake-two-timers":
    let listener = Listener()
    for _ in 0..<2 {
      line()
      Timer.scheduledTimer(
        timeInterval: 5, target: listener, selector: Selector("heard:"), userInfo: nil, repeats: true)
    }
  case "mistake-default-mode":
    line()
    Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }
    loop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.5))
    loop.add(Port(), forMode: .tracking)
    let end = Date(timeIntervalSinceNow: 3)
    while Date() < end { loop.run(mode: .tracking, before: end) }
    loop.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
  case "mistake-plain-object":
    let listener = Listener()
    Holder().addObserver(listener, forKeyPath: "plain.value", options: [], context: nil)
  case "mistake-observed-goes":
    let listener = Listener()
    var holder: Holder? = Holder()
    holder?.addObserver(listener, forKeyPath: "plain", options: [], context: nil)
    holder = nil
  case "mistake-context":
    let context = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    let holder = Holder()
    let listener = Listener()
    line()
    holder.addObserver(listener, forKeyPath: "plain", options: [], context: context)
    holder.removeObserver(listener, forKeyPath: "plain", context: context)
  default: fatalError("no scenario \(mistake)")
  }
  print("survived")
}
