import TestSupport
import DeviceProtocol

/// Makes arbitrary messages: edge values often, every case in turn.
struct MessageGenerator {
  var random: SeededRandom
  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func bool() -> Bool { Bool.random(using: &random) }
  mutating func byte() -> UInt8 { UInt8.random(in: 0...255, using: &random) }
  mutating func number() -> Double {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: 0
    case 1: .infinity
    case 2: -.greatestFiniteMagnitude
    case 3: 0.5
    case 4: 1
    default: Double.random(in: -1e6...1e6, using: &random)
    }
  }
  mutating func float() -> Float { bool() ? 1 : Float.random(in: 0...1, using: &random) }
  mutating func id() -> UInt64 {
    bool() ? UInt64.random(in: 0...300, using: &random) : UInt64.random(in: 0...UInt64.max, using: &random)
  }
  mutating func id32() -> UInt32 { UInt32.random(in: 0...UInt32.max, using: &random) }
  mutating func text() -> String {
    let alphabet = ["a", "Z", "0", " ", "é", "\u{301}", "漢", "👩‍👩‍👧", "\n", "\0", "\""]
    let count = Int.random(in: 0..<20, using: &random)
    return (0..<count).map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
  }
  mutating func some<Value>(_ value: (inout Self) -> Value) -> Value? { bool() ? value(&self) : nil }
  mutating func list<Value>(_ value: (inout Self) -> Value) -> [Value] {
    (0..<Int.random(in: 0..<4, using: &random)).map { _ in value(&self) }
  }
  mutating func numbers(_ count: Int) -> [Double] { (0..<count).map { _ in number() } }

  mutating func deviceMessage(_ kind: Int) -> DeviceMessage {
    switch kind % 18 {
    case 0:
      let model = DeviceModel(
        name: text(), width: number(), height: number(), scale: number(), idiom: text(),
        safeAreaTop: number(), safeAreaBottom: number(), cornerRadius: number())
      var environment = Environment()
      environment.orientation = text()
      environment.appearance = text()
      environment.contentSize = text()
      environment.isVoiceOverRunning = bool()
      return .welcome(
        Welcome(
          device: model, environment: environment, launchReason: text(), launchURL: some { $0.text() },
          profile: some { $0.text() }, recordsEvents: bool(), recordsInternalEvents: bool(),
          needsScreen: bool(), notifications: notificationState(),
          launchNotification: some { $0.notificationResponse() }, permissions: list { $0.permission() },
          regions: list { $0.region() }, motion: motionReport()))
    case 1:
      let fingers = list {
        TouchEvent.Finger(
          id: $0.id32(), phase: TouchEvent.Phase(rawValue: $0.byte() % 6) ?? .began, x: $0.number(),
          y: $0.number(), force: $0.number())
      }
      return .touches(TouchEvent(time: number(), fingers: fingers, resetsTapCount: bool()))
    case 2:
      return .key(
        KeyEvent(
          key: text(), modifiers: list { $0.text() }, isDown: bool(), code: text(), isRepeat: bool()))
    case 3: return .insertText(text())
    case 4: return .lifecycle(LifecycleChange(rawValue: byte() % 6) ?? .willTerminate)
    case 5:
      let changes: [EnvironmentChange] = [
        .orientation(text()), .appearance(text()), .contentSize(text()), .memoryWarning, .shake,
        .music(text()), .mediaDelay(number()), .motion(motionReport()), .assistiveGesture(text()),
        .voiceOver(bool()),
      ]
      return .environment(changes.randomElement(using: &random) ?? .shake)
    case 6: return .openURL(text())
    case 7: return .describeScreen(id: id32())
    case 8: return .fullCommit
    case 9: return .pickRow(PickRow(x: number(), y: number(), component: id32(), row: id32()))
    case 10: return .composeText(ComposedText(text: text(), location: id32(), length: id32()))
    case 11: return .pasteboard(text())
    case 12:
      return .scroll(
        ScrollEvent(x: number(), y: number(), dx: number(), dy: number(), isDiscrete: bool()))
    case 13: return .permission(permission(), answers: some { $0.id32() })
    case 14: return .notification(notificationMessage())
    case 15: return .location(report())
    case 16:
      let commands: [AccessibilityCommand] = [
        .activate, .increment, .decrement, .focus, .scroll(text()), .action(text()),
      ]
      return .accessibility(
        bool()
          ? .describe
          : .perform(commands.randomElement(using: &random) ?? .focus, element: id(), label: text()))
    default: return .backgroundTimeExpired
    }
  }

  private mutating func motionReport() -> MotionReport {
    MotionReport(
      state: MotionState(
        roll: number(), pitch: number(), yaw: number(),
        acceleration: MotionVector(x: number(), y: number(), z: number()), altitude: number()),
      activities: list {
        MotionReport.Activity(
          time: $0.number(), activity: MotionActivity.allCases[Int($0.byte()) % MotionActivity.allCases.count]
        )
      }, steps: list { MotionReport.Steps(time: $0.number(), count: $0.id32()) })
  }

  mutating func appMessage(_ kind: Int) -> AppMessage {
    switch kind % 15 {
    case 0:
      return .hello(
        Hello(
          version: deviceProtocolVersion, processID: Int32.random(in: .min ... .max, using: &random),
          bundleIdentifier: text()))
    case 1: return .commit(commit())
    case 2: return .event(event())
    case 3:
      let count = Int.random(in: 0..<5, using: &random)
      return .screen(id: id32(), elements: (0..<count).map { _ in element(of: count) })
    case 4: return .handled
    case 5: return .openURL(text())
    case 6: return .diagnostic(text())
    case 7: return .backgroundTasks(count: id32())
    case 8: return .refused(text())
    case 9: return .pasteboard(text())
    case 12: return .location(demand())
    case 10:
      return .requestPermission(
        PermissionRequest(
          id: id32(), kind: permission().kind,
          scope: PermissionRequest.Scope(rawValue: byte() % 4) ?? .ordinary, text: text()))
    case 11: return .notification(notificationCall(), number: id32(), cause: id())
    case 13:
      let count = UInt32.random(in: 0..<5, using: &random)
      let reports: [AccessibilityReport] = [
        .tree((0..<count).map { node(at: $0) }), .announcement(text()), .changed(focus: some { $0.id() }),
      ]
      return .accessibility(reports.randomElement(using: &random) ?? .tree([]))
    default: return .answer(event: id(), text: some { $0.text() }, milliseconds: some { $0.number() })
    }
  }

  private mutating func node(at index: UInt32) -> AccessibilityNode {
    AccessibilityNode(
      id: id(), parent: index > 0 && bool() ? UInt32.random(in: 0..<index, using: &random) : nil,
      role: text(), identifier: some { $0.text() }, label: some { $0.text() }, value: some { $0.text() },
      hint: some { $0.text() }, states: .init(rawValue: UInt16(byte())), level: byte(),
      range: bool() ? numbers(3) : [], x: number(), y: number(), width: number(), height: number(),
      activationX: number(), activationY: number(), actions: list { $0.text() })
  }

  mutating func permission() -> Permission {
    Permission(
      kind: PermissionKind.allCases.randomElement(using: &random) ?? .location,
      status: PermissionStatus(rawValue: byte() % 8) ?? .denied, isPrecise: bool(), isTemporary: bool(),
      isSwitchedOff: bool())
  }

  mutating func fix() -> LocationFix {
    LocationFix(
      latitude: number(), longitude: number(), altitude: number(), horizontalAccuracy: number(),
      verticalAccuracy: number(), speed: number(), course: number(), time: number())
  }

  mutating func beacon() -> BeaconPattern {
    BeaconPattern(
      uuid: text(), major: some { UInt16(truncatingIfNeeded: $0.id32()) },
      minor: some { UInt16(truncatingIfNeeded: $0.id32()) })
  }

  mutating func region() -> MonitoredRegion {
    let circle = MonitoredRegion.Shape.circle(latitude: number(), longitude: number(), radius: number())
    return MonitoredRegion(
      identifier: text(), shape: bool() ? circle : .beacon(beacon()), notifiesOnEntry: bool(),
      notifiesOnExit: bool(), monitor: some { $0.text() }, state: byte())
  }

  mutating func report() -> LocationReport {
    switch byte() % 13 {
    case 0: return .fix(fix())
    case 1: return .requested(fix())
    case 2: return .unavailable(isAnswer: bool())
    case 3: return .significantChange(fix())
    case 4: return .monitoring(identifier: text(), monitor: some { $0.text() })
    case 5:
      return .monitoringFailed(region(), code: Int32.random(in: .min ... .max, using: &random), why: text())
    case 6: return .entered(region(), some { $0.fix() })
    case 7: return .exited(region(), some { $0.fix() })
    case 8: return .regionState(identifier: text(), monitor: some { $0.text() }, state: byte())
    case 11: return .updatesPaused(bool())
    case 9: return .heading(number())
    case 10:
      return .visit(
        latitude: number(), longitude: number(), accuracy: number(), arrival: number(), departure: number())
    default:
      return .beacons(
        beacon(),
        list {
          BeaconSighting(
            beacon: $0.beacon(), proximity: BeaconSighting.Proximity(rawValue: $0.byte() % 4) ?? .far,
            accuracy: $0.number(), strength: Int32.random(in: .min ... .max, using: &$0.random))
        })
    }
  }

  mutating func demand() -> LocationDemand {
    let demands: [LocationDemand] = [
      .startUpdates(inBackground: bool(), pausesAfter: some { $0.number() }), .stopUpdates, .requestFix,
      .significantChanges(bool()),
      .visits(bool()), .headings(bool()), .ranging(beacon(), bool()), .monitor(region()),
      .stopMonitoring(identifier: text(), monitor: some { $0.text() }),
      .requestState(identifier: text(), monitor: some { $0.text() }),
      .backgroundSession(bool()),
    ]
    return demands.randomElement(using: &random) ?? .stopUpdates
  }

  mutating func element(of count: Int) -> ScreenElement {
    ScreenElement(
      identifier: some { $0.text() }, label: some { $0.text() }, text: some { $0.text() },
      value: some { $0.text() }, classes: list { $0.text() }, x: number(), y: number(), width: number(),
      height: number(), isEnabled: bool(), isSelected: bool(), coveredBy: some { $0.text() },
      ancestors: list { Int.random(in: 0..<count, using: &$0.random) }, isAccessibilityElement: bool())
  }

  mutating func event() -> TraceEvent {
    TraceEvent(
      id: id(), time: number(), cause: id(), category: text(), mechanism: text(), name: text(),
      receiver: some { $0.text() }, sender: some { $0.text() }, outcome: text(), why: some { $0.text() },
      answer: some { $0.text() }, site: some { $0.text() }, thread: some { $0.text() },
      mode: some { $0.text() }, milliseconds: some { $0.number() },
      detail: list { (key: $0.text(), value: $0.text()) })
  }

  mutating func commit() -> Commit {
    Commit(
      sequence: id(), time: number(), roots: list { $0.id() }, layers: list { $0.layer() },
      removed: list { $0.id() },
      images: list {
        LayerImage(
          id: $0.id(), pixelWidth: Int.random(in: .min ... .max, using: &$0.random),
          pixelHeight: Int.random(in: 0...1000, using: &$0.random), png: $0.list { $0.byte() })
      },
      animations: list { $0.animation() },
      removedAnimations: list { LayerAnimationKey(layer: $0.id(), key: $0.text()) }, busyUntil: number(),
      statusBarStyle: text(), statusBarHidden: bool())
  }

  mutating func animation() -> LayerAnimation {
    LayerAnimation(
      layer: id(), key: text(), property: text(), values: list { $0.numbers(2) }, keyTimes: numbers(3),
      timings: list { $0.numbers(4) }, begin: number(), duration: number(), repeatCount: number(),
      autoreverses: bool(), isAdditive: bool(), speed: number(), fillsForwards: bool(),
      fillsBackwards: bool())
  }

  mutating func color() -> LayerColor {
    LayerColor(red: float(), green: float(), blue: float(), alpha: float())
  }

  mutating func layer() -> LayerState {
    var layer = LayerState(id: id(), name: text())
    layer.sublayers = list { $0.id() }
    if bool() { (layer.positionX, layer.positionY) = (number(), number()) }
    if bool() { (layer.boundsX, layer.boundsY) = (number(), number()) }
    if bool() { (layer.width, layer.height) = (number(), number()) }
    if bool() { (layer.anchorX, layer.anchorY) = (number(), number()) }
    layer.transform = some { $0.numbers(16) }
    layer.sublayerTransform = some { $0.numbers(16) }
    layer.opacity = float()
    layer.isHidden = bool()
    layer.masksToBounds = bool()
    layer.cornerRadius = number()
    if bool() { layer.maskedCorners = byte() }
    layer.isContinuousCorner = bool()
    layer.backgroundColor = some { $0.color() }
    layer.borderWidth = number()
    layer.borderColor = some { $0.color() }
    layer.shadowColor = some { $0.color() }
    if bool() { layer.shadowOpacity = float() }
    if bool() { (layer.shadowOffsetX, layer.shadowOffsetY) = (number(), number()) }
    if bool() { layer.shadowRadius = number() }
    layer.contents = some { $0.id() }
    if bool() { layer.contentsGravity = text() }
    layer.contentsScale = number()
    layer.contentsCenter = some { $0.numbers(4) }
    layer.contentsRect = some { $0.numbers(4) }
    layer.gradient = some {
      LayerGradient(
        kind: $0.text(), colors: $0.list { $0.color() }, locations: $0.numbers(2), startX: $0.number(),
        startY: $0.number(), endX: $0.number(), endY: $0.number())
    }
    layer.backdropBlur = number()
    layer.mask = some {
      LayerPicture(
        image: $0.id(), x: $0.number(), y: $0.number(), width: $0.number(), height: $0.number())
    }
    (layer.addsSublayers, layer.preservesDepth, layer.isSingleSided) = (bool(), bool(), bool())
    layer.shadowPicture = some {
      LayerPicture(
        image: $0.id(), x: $0.number(), y: $0.number(), width: $0.number(), height: $0.number())
    }
    (layer.magnifiesToNearest, layer.minifiesToNearest) = (bool(), bool())
    layer.accessibility = some {
      LayerAccessibility(
        identifier: $0.some { $0.text() }, label: $0.some { $0.text() }, value: $0.some { $0.text() },
        role: $0.some { $0.text() })
    }
    return layer
  }
}
