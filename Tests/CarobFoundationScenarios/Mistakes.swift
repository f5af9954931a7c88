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

/// An object that notification blocks capture in various ways.
private final class Screen: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  private let title = "Screen"
  func listen(_ center: NotificationCenter) -> any NSObjectProtocol {
    line()
    return center.addObserver(forName: name, object: nil, queue: nil) { _ in print("heard by \(self.title)") }
  }
  func listenAmongOthers(_ center: NotificationCenter, _ text: String, _ number: Int8) -> any NSObjectProtocol
  {
    line()
    return center.addObserver(forName: name, object: nil, queue: nil) { _ in
      print("heard by \(self.title) \(text) \(number)")
    }
  }
  func listenUnowned(_ center: NotificationCenter, _ text: String) -> any NSObjectProtocol {
    line()
    return center.addObserver(forName: name, object: nil, queue: nil) { [unowned self] _ in
      if !text.isEmpty { print("heard by \(self.title) \(text)") }
    }
  }
  func listenWeakly(_ center: NotificationCenter) -> any NSObjectProtocol {
    center.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
      print("heard by \(self?.title ?? "nobody")")
    }
  }
}

private final class Model: NSObject, @unchecked Sendable {
  // @unchecked because it stays on the main thread.
  var unmarked = 0
  var marked = 0
  nonisolated override class var _carobKVC: [_CarobProperty] { [.init("marked", \Model.marked)] }
}

/// Makes one mistake of the sections A, B and E. The diagnosis goes to standard error.
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
    // Exit before the listener is deallocated, which would cause another diagnosis.
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
    Controllers.hasLeftTheScreen = { $0 is Listener }
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
  case "mistake-token-discarded":
    for _ in 0..<2 {
      line()
      center.addObserver(forName: name, object: nil, queue: nil) { _ in }
    }
    loop.run(until: Date(timeIntervalSinceNow: 1))
  case "mistake-token-kept":
    let kept = center.addObserver(forName: name, object: nil, queue: nil) { _ in }
    // Both stay on the main thread.
    nonisolated(unsafe) var own: (any NSObjectProtocol)?
    own = center.addObserver(forName: name, object: nil, queue: nil) { _ in
      if let token = own { center.removeObserver(token) }
      own = nil
    }
    nonisolated(unsafe) weak var weakly: (any NSObjectProtocol)?
    func hold(_ token: any NSObjectProtocol) { weakly = token }
    hold(
      center.addObserver(forName: name, object: nil, queue: nil) { _ in
        if let token = weakly { center.removeObserver(token) }
      })
    loop.run(until: Date(timeIntervalSinceNow: 1))
    center.post(name: name, object: nil)
    withExtendedLifetime(kept) {}
  case "mistake-block-keeps-controller":
    Controllers.isController = { $0 is Screen }
    Controllers.hasLeftTheScreen = { $0 is Screen }
    let token = Screen().listen(center)
    for _ in 0..<2 { center.post(name: name, object: nil) }
    center.removeObserver(token)
  case "mistake-block-keeps-controller-among-others":
    Controllers.isController = { $0 is Screen }
    Controllers.hasLeftTheScreen = { $0 is Screen }
    let token = Screen().listenAmongOthers(center, "with text", 5)
    center.post(name: name, object: nil)
    center.removeObserver(token)
  case "mistake-unowned":
    let token = Screen().listenUnowned(center, "with text")
    center.post(name: name, object: nil)
    withExtendedLifetime(token) {}
  case "mistake-unowned-not-used":
    let token = Screen().listenUnowned(center, "")
    center.post(name: name, object: nil)
    withExtendedLifetime(token) {}
  case "mistake-weak-block":
    Controllers.isController = { $0 is Screen }
    Controllers.hasLeftTheScreen = { $0 is Screen }
    let screen = Screen()
    var gone: Screen? = Screen()
    let tokens = [screen.listenWeakly(center), gone?.listenWeakly(center)]
    gone = nil
    center.post(name: name, object: nil)
    withExtendedLifetime((screen, tokens)) {}
  case "mistake-registered-twice":
    let listener = Listener()
    for _ in 0..<2 {
      line()
      center.addObserver(listener, selector: Selector("heard:"), name: name, object: nil)
    }
    center.removeObserver(listener)
  case "mistake-timer-target":
    line()
    let timer = Timer(
      timeInterval: 5, target: Listener.heard, selector: Selector("heard:"), userInfo: nil, repeats: false)
    timer.invalidate()
  case "mistake-invalid-timer":
    line()
    let timer = Timer(timeInterval: 5, repeats: false) { _ in print("fired") }
    timer.invalidate()
    timer.fire()
    loop.add(timer, forMode: .default)
    loop.run(mode: .default, before: Date(timeIntervalSinceNow: 10))
  case "mistake-not-dynamic":
    let model = Model()
    let listener = Listener()
    line()
    model.addObserver(listener, forKeyPath: "unmarked", options: .new, context: nil)
    model.unmarked = 1
    model.removeObserver(listener, forKeyPath: "unmarked")
  case "mistake-observation-not-kept":
    let model = Model()
    loop.perform {
      line()
      _ = model.observe(_kp(\Model.marked, "marked")) { _, _ in print("changed") }
    }
    loop.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
  case "mistake-observation-replaced":
    let model = Model()
    // nonisolated(unsafe) because this thread's loop runs the block.
    nonisolated(unsafe) var token: NSKeyValueObservation?
    loop.perform {
      token = model.observe(_kp(\Model.marked, "marked")) { _, _ in print("first") }
      token = model.observe(_kp(\Model.marked, "marked")) { _, _ in print("second") }
      model.setValue(1, forKey: "marked")
    }
    loop.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
    withExtendedLifetime(token) {}
  case "mistake-observer-goes":
    let model = Model()
    line()
    model.addObserver(Listener(), forKeyPath: "marked", options: .new, context: nil)
    model.setValue(1, forKey: "marked")
  default: fatalError("no scenario \(mistake)")
  }
  print("survived")
}
