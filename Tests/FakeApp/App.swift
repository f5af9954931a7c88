import DeviceProtocol
import Glibc

/// A screen of named elements that react to taps.
struct App {
  var connection: Connection
  var report = ""
  private var now: Int64 = 0
  private var timers: [(due: Int64, body: (inout App) -> Void)] = []
  private var lastEvent: UInt64 = 0
  private var cause: UInt64 = 0
  private var commits: UInt64 = 0
  private var count = 0
  private var busyUntil: Double = 0
  private var text = ""
  private var pasteboard = ""
  private var taps: [UInt32: String] = [:]
  private var isDark = false
  private var slider = 0.5
  private var orientation = "portrait"
  private var screen = (width: 393.0, height: 852.0)
  /// Keeps its window in portrait in every orientation of the device.
  private var isUpright = false
  /// Waits for three seconds when it has entered the background.
  private var isSlowInBackground = false
  private var isSwitchOn = false
  private var backgroundWork = false
  private var requests: UInt32 = 0

  /// The device's time in nanoseconds, if this app does not use the time gate itself.
  private let clock: (() -> Int64)?

  init(connection: Connection) {
    self.connection = connection
    if let symbol = dlsym(nil, "carob_vt_now") {
      let now = unsafeBitCast(symbol, to: (@convention(c) () -> Int64).self)
      clock = { now() }
    } else if connection.gate < 0 {
      let origin = Int64(getenv("CAROB_CLOCK_ORIGIN").map { String(cString: $0) } ?? "") ?? 0
      clock = {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) - origin
      }
    } else {
      clock = nil
    }
  }

  private var seconds: Double { Double(now) / 1e9 }

  mutating func run(mode: String) {
    // As the host does.
    if getenv("CAROB_PREPARED") != nil, let symbol = dlsym(nil, "carob_vt_wait_for_launch") {
      unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      report = "prepared until \(time.tv_sec)"
    }
    now = Int64(getenv("CAROB_TIME_START").map { String(cString: $0) } ?? "") ?? 0
    connection.hello()
    guard case .welcome(let welcome)? = connection.receive(waits: true) else { exit(74) }
    orientation = welcome.environment.orientation
    screen = (welcome.device.width, welcome.device.height)
    isUpright = mode == "upright"
    isSlowInBackground = mode == "slow-background"
    isDark = welcome.environment.appearance == "dark"
    let launch = event(
      "application(_:didFinishLaunchingWithOptions:)", "lifecycle", receiver: "AppDelegate#1",
      category: "lifetime")
    cause = launch
    connection.send(.answer(event: launch, text: "true", milliseconds: 1.5))
    if let response = welcome.launchNotification {
      event(
        "launch response \(response.notification.request.identifier) \(response.action)", "userNotification")
    }
    print("launched \(welcome.launchReason) on \(welcome.device.name)")
    cause = 0
    if !report.isEmpty { print(report) }
    if mode == "spins" {
      connection.flush()
      while true {}
    }
    if mode == "flood" { flood() }
    if mode == "nonsense" {
      for sequence in 1...2 {
        connection.send(.commit(Commit(sequence: UInt64(sequence), time: 0, roots: [99])))
      }
    }
    commit()
    if mode == "busy" {
      connection.flush()
      while true {}
    }
    if mode.hasPrefix("unsent-") { recordOnly(thenEnd: mode) }
    if mode.hasPrefix("busy-") { standStill(forever: mode == "busy-forever") }
    if mode == "ends" { after(1) { _ in exit(0) } }
    while true {
      while let message = connection.receive(waits: false) { handle(message) }
      if let clock { now = clock() }
      if runTimer(dueBy: now) { continue }
      connection.flush()
      if clock != nil {
        sleep(until: timers.map(\.due).min())
        continue
      }
      let next = timers.map(\.due).min() ?? .max
      var limit = connection.ask(now: now, next: next)
      if limit < 0 {
        limit = -limit
        now = max(now, limit)
      }
      // Messages that have arrived are handled first, without a change of the clock.
      if let message = connection.receive(waits: false) {
        handle(message)
        continue
      }
      if min(limit, next) != .max { now = max(now, min(limit, next)) }
    }
  }

  /// Waits for a message of the device, at most until a time; the time layer or the system does the waiting.
  private func sleep(until due: Int64?) {
    var device = pollfd(fd: connection.device, events: Int16(POLLIN), revents: 0)
    guard let due else {
      poll(&device, 1, -1)
      return
    }
    // Whole milliseconds, rounded up: never early.
    poll(&device, 1, Int32(min((max(due - now, 0) + 999_999) / 1_000_000, 1_000_000)))
  }

  /// Earliest first, equal ones in order of insertion.
  private mutating func runTimer(dueBy limit: Int64) -> Bool {
    guard let due = timers.map(\.due).min(), due <= limit,
      let index = timers.firstIndex(where: { $0.due == due })
    else { return false }
    let timer = timers.remove(at: index)
    timer.body(&self)
    return true
  }

  // MARK: Sending

  @discardableResult
  private mutating func event(
    _ name: String, _ mechanism: String, receiver: String? = nil, category: String = "functional",
    why: String? = nil, detail: [(key: String, value: String)] = []
  ) -> UInt64 {
    lastEvent += 1
    var event = TraceEvent(
      id: lastEvent, time: seconds, cause: cause, category: category, mechanism: mechanism, name: name,
      receiver: receiver, detail: detail)
    if let why {
      event.why = why
      event.outcome = "unhandled"
    }
    connection.send(.event(event))
    return lastEvent
  }

  private mutating func print(_ text: String) {
    event(text, "print")
    say(text + "\n", on: 1)
  }

  private mutating func commit(busyFor duration: Double = 0) {
    commits += 1
    if duration > 0 { busyUntil = seconds + duration }
    if busyUntil <= seconds { busyUntil = 0 }
    var root = LayerState(id: 1, name: "UIWindow")
    let isTurned = orientation.hasPrefix("landscape") && !isUpright
    (root.width, root.height) = isTurned ? (screen.height, screen.width) : screen
    connection.send(
      .commit(
        Commit(
          sequence: commits, time: seconds, roots: [1], layers: [root],
          busyUntil: busyUntil)))
  }

  private mutating func after(_ seconds: Double, _ body: @escaping (inout App) -> Void) {
    timers.append((now + Int64(seconds * 1e9), body))
  }

  private mutating func flood() {
    let layer = LayerState(id: 2, name: String(repeating: "x", count: 4000))
    for sequence in 0..<2000 {
      connection.send(.commit(Commit(sequence: UInt64(sequence), time: 0, layers: [layer])))
    }
    print("flooded")
  }

  /// Records an event without sending it, and ends in the way of `mode`, or keeps running.
  private mutating func recordOnly(thenEnd mode: String) {
    event("sent", "lifecycle")
    connection.flush()
    lastEvent += 1
    connection.record(
      .event(
        TraceEvent(
          id: lastEvent, time: seconds, cause: 0, category: "functional", mechanism: "lifecycle",
          name: "only recorded")))
    if mode == "unsent-exit" { exit(0) }
    if mode == "unsent-kill" { kill(getpid(), SIGKILL) }
  }

  /// The main thread waits in a handler, for three seconds or forever.
  private mutating func standStill(forever: Bool) {
    connection.flush()
    let threads = !forever ? "" : "thread\t0\tFake\t1\ta lock\nthread\t1\tother\t0\ta lock\n"
    let end = forever ? Int64.max : now + 3_000_000_000
    while now < end {
      now = max(now, min(connection.ask(now: now, next: end, isBusy: true, threads: threads), end))
    }
    print("handled after all")
  }

  // MARK: Receiving

  private mutating func handle(_ message: DeviceMessage) {
    if let clock { now = clock() }
    switch message {
    case .welcome: exit(75)
    case .touches(let touches):
      for finger in touches.fingers { touch(finger, resetsTapCount: touches.resetsTapCount) }
    case .key(let key):
      event("key \(key.key)" + key.modifiers.map { " \($0)" }.joined(), "responder", category: "user")
      if key.isDown, key.modifiers == ["command"] {
        if key.key == "c" { connection.send(.pasteboard(text)) }
        if key.key == "v" { event("paste \(pasteboard)", "action") }
      }
    case .insertText(let inserted):
      text += inserted
      event("editingChanged:", "control", receiver: "UITextField#1")
    case .lifecycle(let change):
      event("\(change)", "lifecycle", receiver: "AppDelegate#1", category: "lifetime")
      if change == .didEnterBackground, backgroundWork { connection.send(.backgroundTasks(count: 1)) }
      if change == .didEnterBackground, isSlowInBackground { standStill(forever: false) }
    case .environment(let change):
      event("\(change)", "responder", category: "user")
      if case .orientation(let name) = change { orientation = name }
      if case .appearance(let name) = change { isDark = name == "dark" }
      commit()
    case .openURL(let url):
      event("openURL \(url)", "lifecycle", receiver: "AppDelegate#1", category: "lifetime")
    case .describeScreen(let id):
      connection.send(.screen(id: id, elements: elements))
      return
    case .fullCommit:
      commit()
      return
    case .accessibility(.describe):
      connection.send(.accessibility(.tree([])))
      return
    case .accessibility(.perform(let command, let element, _)): event("\(command) \(element)", "responder")
    case .composeText(let composed): event("compose \(composed.text)", "responder")
    case .pasteboard(let text):
      pasteboard = text
      return
    case .scroll(let scroll):
      event("scroll \(Int(scroll.dx)) \(Int(scroll.dy))", "touch", category: "user")
    case .permission(let permission, let answers):
      event(
        "permission \(permission.kind.rawValue) \(permission.status)"
          + (permission.isPrecise ? "" : " reduced") + (answers.map { " answers \($0)" } ?? ""), "lifecycle")
    case .notification(let message):
      guard hear(message) else { return }
    case .location(let report): event("\(report)", "location")
    case .pickRow(let pick):
      guard pick.row < 5 else {
        connection.send(.refused("the wheel has 5 rows"))
        return
      }
      event("pick \(pick.component) \(pick.row)", "delegate")
    case .backgroundTimeExpired:
      event("expirationHandler", "lifecycle")
      connection.send(.backgroundTasks(count: 0))
    }
    connection.send(.handled)
  }

  private mutating func touch(_ finger: TouchEvent.Finger, resetsTapCount: Bool) {
    let hit = elements.last {
      finger.x >= $0.x && finger.x < $0.x + $0.width && finger.y >= $0.y && finger.y < $0.y + $0.height
    }
    let name = hit?.identifier ?? hit?.label ?? hit?.text ?? "window"
    switch finger.phase {
    case .began:
      cause = 0
      cause = event(
        "touch began", "touch", receiver: name, category: "user",
        detail: resetsTapCount ? [("begins", "anew")] : [])
      taps[finger.id] = name
    case .ended:
      cause = 0
      cause = event("touch ended", "touch", receiver: name, category: "user")
      if taps.removeValue(forKey: finger.id) == name { tapped(name) }
    case .moved:
      event("touch moved", "touch", receiver: taps[finger.id], category: "user")
      if taps[finger.id] == "volume" { slider = min(max((finger.x - 120 - 15) / 170, 0), 1) }
    default: break
    }
    cause = 0
  }

  private mutating func tapped(_ name: String) {
    cause = event("\(name.lowercased())Tapped:", "action", receiver: "ViewController#1")
    connection.flush()
    defer { cause = 0 }
    switch name {
    case "Add":
      count += 1
      commit()
    case "Say": print("said \(count)")
    case "Later":
      let cause = cause
      after(2) { app in
        app.cause = cause
        app.event("{}", "timer")
        app.print("later")
        app.cause = 0
      }
    case "Animate":
      commit(busyFor: 0.35)
      after(0.35) { $0.print("animated") }
    case "Block":
      // The main thread sleeps for three seconds.
      connection.flush()
      let end = now + 3_000_000_000
      if clock != nil {
        usleep(3_000_000)
        now = end
      }
      while now < end { now = max(now, min(connection.ask(now: now, next: end), end)) }
      print("unblocked")
    case "Crash":
      FakeApp.die(
        "Sub/ViewController.swift:33: Fatal error: Unexpectedly found nil while unwrapping an Optional value\n"
      )
    case "Exit": exit(0)
    case "Exit 3": exit(3)
    case "Spin": while true {}
    case "Dead": event("buttonPressed:", "action", why: "no responder in the chain implements buttonPressed:")
    case "Switch": isSwitchOn.toggle()
    case "Work": backgroundWork = true
    case "Notify":
      call(.authorize(options: 7))
      notify("a", after: 5)
    case "Notify now": notify("now", after: nil)
    case "Notify often": notify("often", after: 60, repeats: true)
    case "Register": call(.registerForRemote)
    case "Ask": ask(.location, .ordinary)
    case "Ask always": ask(.location, .always)
    case "Ask notifications": ask(.notifications, .ordinary)
    case "Web": connection.send(.openURL("https://example.org"))
    default: break
    }
  }

  // MARK: Notifications

  private var calls: UInt32 = 0
  private mutating func call(_ call: NotificationCall) {
    calls += 1
    connection.send(.notification(call, number: calls, cause: cause))
  }

  private mutating func notify(_ name: String, after seconds: Double?, repeats: Bool = false) {
    call(
      .setCategories([
        NotificationCategoryRecord(
          identifier: "kind",
          actions: [
            .init(identifier: "later", title: "Later", options: 0),
            .init(identifier: "open", title: "Open", options: 4),
            .init(identifier: "reply", title: "Reply", options: 0, textInput: ["Send", ""]),
          ], options: 1)
      ]))
    call(
      .add(
        NotificationRequestRecord(
          identifier: name, trigger: seconds.map { .interval(seconds: $0, repeats: repeats) } ?? .none,
          title: "Title", body: "Body", badge: 2, sound: "", category: "kind")))
  }

  /// Handles a message, and returns whether the device waits for an answer.
  private mutating func hear(_ message: NotificationMessage) -> Bool {
    cause = 0
    defer { cause = 0 }
    switch message {
    case .state: return false
    case .arrived(let notification):
      cause = event("arrived \(notification.request.identifier)", "userNotification")
      call(.present(delivery: notification.number, options: 24, why: nil))
    case .response(let response):
      cause = event(
        "response \(response.notification.request.identifier) \(response.action)"
          + (response.text.map { " \($0)" } ?? ""), "userNotification", category: "user")
      if response.action != "later" { call(.done(delivery: response.notification.number, result: nil)) }
    case .remote(let notification):
      cause = event("remote \(notification.request.identifier)", "userNotification")
      call(.done(delivery: notification.number, result: "newData"))
    case .registered(let token): event("registered \(token.count)", "userNotification")
    case .openSettings: event("openSettings", "userNotification", category: "user")
    }
    return true
  }

  private mutating func ask(_ kind: PermissionKind, _ scope: PermissionRequest.Scope) {
    requests += 1
    connection.send(
      .requestPermission(PermissionRequest(id: requests, kind: kind, scope: scope, text: "To find you.")))
  }

  // MARK: The screen

  private var elements: [ScreenElement] {
    var result: [ScreenElement] = []
    func add(
      _ label: String?, _ frame: (Double, Double, Double, Double), type: String = "UIButton",
      identifier: String? = nil,
      text: String? = nil, value: String? = nil, enabled: Bool = true, selected: Bool = false,
      coveredBy: String? = nil,
      ancestors: [Int] = []
    ) {
      let supers =
        type == "UILabel"
        ? ["UIView", "UIResponder", "NSObject"] : ["UIControl", "UIView", "UIResponder", "NSObject"]
      result.append(
        ScreenElement(
          identifier: identifier, label: label, text: text, value: value, classes: [type] + supers,
          x: frame.0, y: frame.1,
          width: frame.2, height: frame.3, isEnabled: enabled, isSelected: selected, coveredBy: coveredBy,
          ancestors: ancestors))
    }
    add(nil, (0, 0, 393, 40), type: "UILabel", identifier: "counter", text: "Count: \(count)")
    for (index, name) in [
      "Add", "Say", "Later", "Animate", "Block", "Crash", "Exit", "Exit 3", "Spin", "Dead", "Work", "Web",
      "Ask", "Ask always", "Ask notifications", "Notify", "Notify now", "Notify often", "Register",
    ].enumerated() {
      add(name, (10, 50 + Double(index) * 40, 100, 36), enabled: name != "Dead")
    }
    add("Covered", (120, 50, 100, 36), coveredBy: "UIView#7 'Veil'")
    add("Switch", (120, 90, 60, 30), type: "UISwitch", value: isSwitchOn ? "1" : "0")
    add("Volume", (120, 130, 200, 30), type: "UISlider", identifier: "volume", value: "\(Int(slider * 100))%")
    add("Name", (120, 170, 200, 30), type: "UITextField", identifier: "name", value: text)
    add("List", (120, 210, 200, 200), type: "UITableView", identifier: "list")
    let list = result.count - 1
    add(
      "Row", (120, 210, 200, 40), type: "UITableViewCell", text: "Row one", selected: true, ancestors: [list])
    add("Row", (120, 250, 200, 40), type: "UITableViewCell", text: "Row two", ancestors: [list])
    add("Row", (120, 600, 200, 40), type: "UITableViewCell", text: "Outside")
    add("Wheel", (120, 420, 200, 80), type: "UIPickerView", identifier: "wheel")
    add("Colors", (120, 510, 200, 30), type: "UISegmentedControl", identifier: "colors")
    let colors = result.count - 1
    add("Cyan", (120, 510, 100, 30), type: "UISegment", ancestors: [colors])
    add("Magenta", (220, 510, 100, 30), type: "UISegment", ancestors: [colors])
    add("Held \(orientation)\(isDark ? " dark" : "")", (120, 700, 200, 30), type: "UILabel")
    return result
  }
}
