import Compositor
import Device
import DeviceProtocol
import DeviceWeb
import Foundation
import Synchronization

/// A stand-in for a device with an app: canned layers that react to touches and keys like a small app would.
///
/// Every input is also printed as a line on standard output, so that a test sees what arrived.
final class FakeScreen: ScreenSource {
  private struct State {
    var receive: (@Sendable (ScreenUpdate) -> Void)?
    var app = FakeApp()
    var environment = Environment()
    var sequence: UInt64 = 0
    var events: UInt64 = 0
    /// The same commits for the headless picture.
    var scene = LayerScene()
    var sheetTime = 0.0
    var place = ShownLocation(fix: nil)
  }
  private let state = Mutex(State())
  private let start = ContinuousClock.now

  private static let model = DeviceModel(
    name: "iPhone 15", width: 393, height: 852, scale: 3, idiom: "phone", safeAreaTop: 59, safeAreaBottom: 34,
    cornerRadius: 55)

  private var now: Double { (ContinuousClock.now - start) / .seconds(1) }

  func start(_ receive: @escaping @Sendable (ScreenUpdate) -> Void) {
    state.withLock { $0.receive = receive }
    sendDevice()
    launch()
  }

  private func sendDevice() {
    state.withLock { state in
      // 2026-01-01 09:41:00 UTC
      let clock = ScreenClock(now: now, epoch: 1_767_260_460)
      state.receive?(.device(Self.model, state.environment, clock))
    }
  }

  private func launch() {
    state.withLock { state in
      state.receive?(.buildErrors([]))
      state.receive?(
        .status(ScreenStatus(.launching, app: "Color Picker", message: "Launching Color Picker…")))
      state.app = FakeApp()
      state.sequence = 0
      state.scene = LayerScene()
      commit(state.app.everything(at: now), &state)
      state.receive?(.status(ScreenStatus(.running, app: "Color Picker")))
      let launch = event(
        "application(_:didFinishLaunchingWithOptions:)", "lifecycle", "AppDelegate#1", &state)
      let scene = event(
        "scene(_:willConnectTo:options:)", "lifecycle", "SceneDelegate#1", cause: launch, &state)
      event("viewDidLoad()", "appearance", "ViewController#1", cause: scene, &state)
      event("viewWillAppear(_:)", "appearance", "ViewController#1", cause: scene, &state)
      event("sceneDidBecomeActive(_:)", "lifecycle", "SceneDelegate#1", &state)
    }
  }

  // MARK: Inputs

  func send(_ input: ScreenInput) {
    say("input: \(Self.describe(input))")
    switch input {
    case .touches(let fingers): touch(fingers)
    case .composeText(let composed):
      state.withLock { state in
        state.app.composed = composed.text
        commit(state.app.textLayers(), &state)
      }
    case .notification: break
    case .location(let action): state.withLock { move(action, &$0) }
    case .insertText(let text), .pasteText(let text):
      state.withLock { state in
        state.app.composed = ""
        state.app.text += text
        commit(state.app.textLayers(), &state)
      }
    case .key(let key) where key.isDown && key.key == "c" && key.modifiers == ["command"]:
      state.withLock { $0.receive?(.copied($0.app.text)) }
    case .key(let key):
      let writes = key.key.count == 1 && !key.modifiers.contains("command")
      guard key.isDown, writes || key.key == "delete" else { return }
      state.withLock { state in
        state.app.text = writes ? state.app.text + key.key : String(state.app.text.dropLast())
        commit(state.app.textLayers(), &state)
      }
    case .appearance(let appearance):
      state.withLock { state in
        state.environment.appearance = appearance.rawValue
        state.app.isDark = appearance == .dark
      }
      sendDevice()
      state.withLock { commit($0.app.everything(at: now), &$0) }
    case .rotate(let orientation):
      state.withLock { $0.environment.orientation = orientation.rawValue }
      sendDevice()
      state.withLock { state in
        // It does not turn upside down, as most apps.
        guard orientation != .portraitUpsideDown else { return }
        state.app.isLandscape = orientation != .portrait
        commit(state.app.everything(at: now), &state)
      }
    case .press(.home): status(.suspended)
    case .press(.lock): status(.locked)
    case .press(.icon), .press(.unlock): status(.running)
    case .press, .scroll: break
    case .accessibility(let command, let element, _):
      state.withLock { state in
        if element == 50 { state.app.volume += command == .increment ? 10 : command == .decrement ? -10 : 0 }
        if element == 61, command == .activate { state.app.isAsking = false }
        commit(state.app.textLayers(), &state)
      }
    case .voiceOver, .textSize, .openURL: break
    case .relaunch: launch()
    }
  }

  /// Where the fake device is: a way lies still at its beginning.
  private func move(_ action: ScreenInput.LocationAction, _ state: inout State) {
    switch action {
    case .place(let latitude, let longitude):
      state.place = ShownLocation(fix: LocationFix(latitude: latitude, longitude: longitude))
    case .unknown: state.place = ShownLocation(fix: nil)
    case .route(let name), .file(let name):
      state.place = ShownLocation(fix: LocationFix(latitude: 52, longitude: 13, course: 45))
      state.place.route = ShownLocation.Route(
        name: name, duration: 600, time: 0, rate: 1, isPaused: false, isOver: false,
        path: [[52, 13], [52.02, 13.02], [52.02, 13.06]])
    case .change(.pause): state.place.route?.isPaused = true
    case .change(.resume): state.place.route?.isPaused = false
    case .change(.seek(let time)): state.place.route?.time = time
    case .change(.rate(let rate)): state.place.route?.rate = rate
    }
    state.place.circles = [.init(identifier: "park", latitude: 52.02, longitude: 13.02, radius: 800)]
    state.receive?(.location(state.place))
  }

  private func status(_ phase: ScreenStatus.Phase) {
    state.withLock { $0.receive?(.status(ScreenStatus(phase, app: "Color Picker"))) }
  }

  private func touch(_ fingers: [TouchEvent.Finger]) {
    guard let finger = fingers.first else { return }
    state.withLock { state in
      switch finger.phase {
      case .began:
        let touch = event("touchesBegan(_:with:)", "touch", "UIWindow#1", &state)
        guard let commit = state.app.press(x: finger.x, y: finger.y) else {
          event(
            "buttonPressed:", "control", "UIButton#1", cause: touch, outcome: "unhandled",
            why: "no responder in the chain implements buttonPressed:", &state)
          return
        }
        self.commit(commit, &state)
      case .ended:
        guard let commit = state.app.release(x: finger.x, y: finger.y, at: now) else { return }
        let touch = event("touchesEnded(_:with:)", "touch", "UIButton#1", &state)
        let action = event("openColorPicker:", "action", "ViewController#1", cause: touch, &state)
        event("Opening the colour picker", "print", nil, cause: action, &state)
        self.commit(commit, &state)
      default: break
      }
    }
  }

  /// The elements are also sent with each commit, whoever reads them.
  func setElementsAreRead(_ areRead: Bool) {
    guard areRead else { return }
    state.withLock { $0.receive?(.accessibility(.tree($0.app.elements))) }
  }

  func screenshot(of layers: Commit?) async -> [UInt8]? {
    state.withLock { state in
      let isWide = state.app.isLandscape
      let size = (Self.model.width, Self.model.height)
      return state.scene.render(
        width: isWide ? size.1 : size.0, height: isWide ? size.0 : size.1, scale: Self.model.scale, at: now
      )?.pngData()
    }
  }

  private static func describe(_ input: ScreenInput) -> String {
    switch input {
    case .touches(let fingers):
      fingers.map { "\($0.id) \($0.phase) \($0.x) \($0.y)" }.joined(separator: ", ")
    case .key(let key):
      "key \(key.key) \(key.modifiers.joined(separator: "+")) \(key.isDown ? "down" : "up")"
        + (["Key", "Shift"].contains(where: key.code.hasPrefix) ? " at \(key.code)" : "")
        + (key.isRepeat ? " again" : "")
    case .insertText(let text): "text \(text)"
    case .composeText(let composed): "compose \(composed.text) \(composed.location),\(composed.length)"
    case .pasteText(let text): "paste \(text)"
    case .scroll(let event):
      "scroll \(event.x) \(event.y) \(event.dx) \(event.dy) \(event.isDiscrete ? "by steps" : "smoothly")"
    case .press(let button): "press \(button.rawValue)"
    case .rotate(let orientation): "rotate \(orientation.rawValue)"
    case .appearance(let appearance): "appearance \(appearance.rawValue)"
    case .notification(let number, let action): "notification \(number) \(action)"
    case .location(.place(let latitude, let longitude)):
      "location place \((latitude * 1000).rounded() / 1000) \((longitude * 1000).rounded() / 1000)"
    case .location(let action): "location \(action)"
    case .accessibility(let command, let element, let label): "\(command) \(element) \(label)"
    case .voiceOver(let isOn): "voiceOver \(isOn)"
    case .textSize(let size): "textSize \(size.rawValue)"
    case .openURL(let address): "openURL \(address)"
    case .relaunch: "relaunch"
    }
  }

  /// Two notifications; the later one, which has actions, also as a banner.
  private func notified(banner: Bool) -> ScreenUpdate {
    var screen = NotificationScreen()
    let date = 1_767_260_460 + now
    let later = ShownNotification(
      number: 2, identifier: "park", app: "Color Picker", title: "The park", subtitle: "",
      body: "You have come to the park, where somebody waits for you at the fountain until ten o'clock.",
      actions: [
        NotificationCategoryRecord.Action(identifier: "later", title: "Later", options: 0),
        NotificationCategoryRecord.Action(identifier: "delete", title: "Delete", options: 2),
      ], date: date)
    let earlier = ShownNotification(
      number: 1, identifier: "milk", app: "Color Picker", title: "Milk", subtitle: "Two litres", body: "",
      actions: [], date: date - 240)
    if banner { screen.banner = later }
    screen.list = [later, earlier]
    screen.badge = 2
    let card = NotificationCard(
      app: later.app, title: later.title, subtitle: "", body: later.body, time: "now", screenWidth: 393,
      top: 51)
    return .notifications(screen, bannerFrame: banner ? card.frame : nil)
  }

  // MARK: Commands of a test, one a line on standard input

  func perform(_ command: String) {
    switch command {
    case "crash":
      status(.crashed)
      state.withLock {
        $0.receive?(
          .crash(
            ScreenCrash(
              reason: "Fatal error: Index out of range", file: "Sources/ColorPicker/ViewController.swift",
              line: 41,
              excerpt: "    let color = colors[index]",
              frames: [
                "ViewController.pick() at Sources/ColorPicker/ViewController.swift:41",
                "ViewController.tap() at Sources/ColorPicker/ViewController.swift:20",
              ],
              output: "Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range\n")))
      }
    case "buildErrors":
      status(.failed)
      state.withLock {
        $0.receive?(
          .buildErrors([
            ScreenDiagnostic(
              file: "Sources/ColorPicker/ViewController.swift", line: 17, column: 11,
              message: "cannot find 'colour' in scope", excerpt: "    view.colour = .cyan\n          ^"),
            ScreenDiagnostic(
              severity: .warning, file: "Sources/ColorPicker/AppDelegate.swift", line: 4, column: 7,
              message: "variable 'window' was never used", excerpt: "  let window = UIWindow()"),
          ]))
      }
    case "alert":
      state.withLock { state in
        state.app.isAsking = true
        commit(state.app.textLayers(), &state)
      }
    case "announce": state.withLock { $0.receive?(.accessibility(.announcement("Saved"))) }
    case "stall":
      state.withLock {
        $0.receive?(
          .status(
            ScreenStatus(
              .stalled, app: "Color Picker",
              message: "ViewController#1.buttonPressed: (ViewController.swift:12)")))
      }
    case "notify": state.withLock { $0.receive?(notified(banner: true)) }
    case "list": state.withLock { $0.receive?(notified(banner: false)) }
    case "files":
      state.withLock { state in
        state.receive?(
          .routeFiles(["Drive.gpx", "Tours/Long way around the whole of the town and its lakes.gpx"]))
      }
    case "move": state.withLock { commit($0.app.moved(at: now), &$0) }
    case let scroll where scroll.hasPrefix("scroll "):
      state.withLock { commit($0.app.scrolled(to: Double(scroll.dropFirst(7)) ?? 0), &$0) }
    case let lines where lines.hasPrefix("lines "):
      state.withLock { commit($0.app.lines(scrolledTo: Double(lines.dropFirst(6)) ?? 0), &$0) }
    case "features":
      // A new app, so that nothing is left of the one before.
      state.withLock { state in
        let sheet = FeatureSheet(at: now)
        state.receive?(.status(ScreenStatus(.launching, app: "Features")))
        state.sequence = 0
        state.scene = LayerScene()
        commit(
          FakeApp.Changes(layers: sheet.layers, images: sheet.images, animations: sheet.animations), &state)
        state.receive?(.status(ScreenStatus(.running, app: "Features")))
        state.sheetTime = sheet.animations.first?.begin ?? 0
      }
    case "many":
      state.withLock { state in
        for index in 0..<5000 {
          event("timerFired:", "timer", "ViewController#1", answer: "\(index)", &state)
        }
      }
    case let compare where compare.hasPrefix("compare "): self.compare(String(compare.dropFirst(8)))
    default: say("unknown command \(command)")
    }
  }

  /// `SECONDS FILE`: says how many pixels of a screenshot differ from the headless picture at this time after the
  /// sheet began, and leaves that picture beside it.
  private func compare(_ arguments: String) {
    let parts = arguments.split(separator: " ", maxSplits: 1).map(String.init)
    let data = FileManager.default.contents(atPath: parts[1]) ?? Data()
    guard parts.count == 2, let seconds = Double(parts[0]), let page = Bitmap(encoded: Array(data)) else {
      return say("cannot compare \(arguments)")
    }
    let scale = Double(page.width) / Self.model.width
    let painted = state.withLock { state in
      state.scene.render(
        width: Self.model.width, height: Self.model.height, scale: scale, at: state.sheetTime + seconds)
    }
    guard let painted else { return say("cannot paint") }
    _ = FileManager.default.createFile(atPath: parts[1] + ".headless.png", contents: Data(painted.pngData()))
    say("difference: \(page.difference(from: painted))")
  }

  // MARK: Sending

  private func commit(_ changes: FakeApp.Changes, _ state: inout State) {
    state.sequence += 1
    let commit = Commit(
      sequence: state.sequence, time: now, roots: [1], layers: changes.layers, removed: changes.removed,
      images: changes.images, animations: changes.animations)
    do {
      try state.scene.apply(commit)
    } catch {
      say("the compositor refuses: \(error)")
    }
    state.receive?(.commit(commit))
    state.receive?(.accessibility(.tree(state.app.elements)))
  }

  @discardableResult
  private func event(
    _ name: String, _ mechanism: String, _ receiver: String?, cause: UInt64 = 0, outcome: String = "handled",
    why: String? = nil, answer: String? = nil, _ state: inout State
  ) -> UInt64 {
    state.events += 1
    let id = state.events
    let event = TraceEvent(
      id: id, time: now, cause: cause, category: mechanism == "touch" ? "user" : "lifetime",
      mechanism: mechanism,
      name: name, receiver: receiver, outcome: outcome, why: why, answer: answer,
      site: mechanism == "action" ? "ViewController.swift:23" : nil)
    state.receive?(.event(ScreenEvent(sequence: id, cause: cause == 0 ? nil : cause, event: event)))
    return id
  }
}
