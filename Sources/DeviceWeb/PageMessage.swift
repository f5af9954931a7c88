import Compositor
import Device
import DeviceProtocol
import Foundation
import LocationSimulation

/// The server's messages to a page: the text and binary frames of `Page/connection.js`.
///
/// A text frame is one JSON object with a member `type`; members with default values are omitted. A binary frame is an image:
/// id, pixel width and pixel height as little-endian 64, 32 and 32 bits, then PNG.
enum PageMessage {
  static let version = 2

  /// An object whose first member is its type.
  private static func message(
    _ type: String, capacity: Int = 256, _ body: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var json = JSONWriter(capacity: capacity)
    json.object {
      $0.member("type", type)
      body(&$0)
    }
    return json.bytes
  }

  /// - Parameter run: differs in each run of the server, so that a page of an earlier run loads its files again.
  static func device(
    _ model: DeviceModel, _ environment: Environment, _ clock: ScreenClock, run: String = ""
  ) -> [UInt8] {
    message("device") {
      $0.member("version", Double(version))
      $0.member("run", run)
      $0.member("name", model.name)
      $0.member("width", model.width)
      $0.member("height", model.height)
      $0.member("scale", model.scale)
      $0.member("idiom", model.idiom)
      $0.member("safeAreaTop", model.safeAreaTop)
      $0.member("safeAreaBottom", model.safeAreaBottom)
      $0.member("cornerRadius", model.cornerRadius)
      $0.member("orientation", environment.orientation)
      $0.member("appearance", environment.appearance)
      $0.member("contentSize", environment.contentSize)
      $0.member("voiceOver", ifTrue: environment.isVoiceOverRunning)
      $0.member("now", clock.now)
      $0.member("epoch", clock.epoch)
      $0.member("offset", Double(clock.offset))
    }
  }

  static func status(_ status: ScreenStatus) -> [UInt8] {
    message("status") {
      $0.member("phase", status.phase.rawValue)
      $0.member("app", status.app)
      $0.member("message", status.message)
    }
  }

  static func buildErrors(_ diagnostics: [ScreenDiagnostic]) -> [UInt8] {
    message("buildErrors") {
      $0.member("diagnostics", objects: diagnostics) { json, diagnostic in
        json.member("severity", diagnostic.severity.rawValue)
        json.member("file", diagnostic.file)
        json.member("line", Double(diagnostic.line))
        json.member("column", Double(diagnostic.column))
        json.member("message", diagnostic.message)
        json.member("excerpt", diagnostic.excerpt)
      }
    }
  }

  static func crash(_ report: ScreenCrash) -> [UInt8] {
    message("crash") {
      $0.member("reason", report.reason)
      $0.member("file", report.file)
      $0.member("line", Double(report.line))
      $0.member("excerpt", report.excerpt)
      $0.member("frames", report.frames)
      $0.member("output", report.output)
      $0.member("during", report.during)
    }
  }

  static func notifications(_ screen: NotificationScreen, _ frame: NotificationCard.Frame?) -> [UInt8] {
    func write(_ json: inout JSONWriter, _ notification: ShownNotification) {
      json.member("number", Double(notification.number))
      json.member("identifier", notification.identifier)
      json.member("app", notification.app)
      json.member("title", notification.title)
      json.member("subtitle", notification.subtitle)
      json.member("body", notification.body)
      json.member("date", notification.date)
      if !notification.picture.isEmpty {
        json.member("picture", Data(notification.picture).base64EncodedString())
      }
      json.member("actions", objects: notification.actions) { json, action in
        json.member("identifier", action.identifier)
        json.member("title", action.title)
        json.member("destructive", ifTrue: action.options & 2 != 0)
        if let texts = action.textInput { json.member("textInput", texts) }
      }
    }
    return message("notifications") {
      $0.member("badge", Double(screen.badge))
      if let banner = screen.banner, let frame {
        $0.member("banner", object: { write(&$0, banner) })
        $0.member("frame", [frame.x, frame.y, frame.width, frame.height])
      }
      $0.member("list", objects: screen.list, write)
    }
  }

  /// The places and routes to choose from.
  static func places(_ files: [String]) -> [UInt8] {
    message("places") {
      $0.member("cities", objects: SimulatedPlaces.cities) { json, city in
        json.member("name", city.name)
        json.member("at", [city.point.latitude, city.point.longitude])
      }
      $0.member("routes", SimulatedPlaces.NamedRoute.allCases.map(\.rawValue))
      $0.member("files", files)
    }
  }

  /// The points of the current route; empty without one.
  static func path(_ points: [[Double]]) -> [UInt8] { message("path") { $0.member("points", lists: points) } }

  static func location(_ location: ShownLocation) -> [UInt8] {
    message("location") {
      if let fix = location.fix {
        $0.member("at", [fix.latitude, fix.longitude])
        $0.member("accuracy", fix.horizontalAccuracy)
        $0.member("course", fix.course, unless: -1)
      }
      if let way = location.route {
        $0.member(
          "way",
          object: {
            $0.member("name", way.name)
            $0.member("duration", way.duration)
            $0.member("time", way.time)
            $0.member("rate", way.rate, unless: 1)
            $0.member("paused", ifTrue: way.isPaused)
            $0.member("over", ifTrue: way.isOver)
          })
      }
      $0.member("circles", objects: location.circles) { json, circle in
        json.member("name", circle.identifier)
        json.member("at", [circle.latitude, circle.longitude])
        json.member("radius", circle.radius)
      }
    }
  }

  /// The elements on the screen, each container before what it contains.
  static func accessibility(_ nodes: [AccessibilityNode]) -> [UInt8] {
    message("accessibility", capacity: 4096) {
      $0.member("nodes", objects: nodes) { json, node in
        json.key("id")
        json.value(node.id)
        if let parent = node.parent { json.member("parent", Double(parent)) }
        json.member("role", node.role)
        json.member("identifier", node.identifier)
        json.member("label", node.label)
        json.member("value", node.value)
        json.member("hint", node.hint)
        json.member("states", Double(node.states.rawValue), unless: 0)
        json.member("level", Double(node.level), unless: 0)
        if !node.range.isEmpty { json.member("range", node.range) }
        json.member("frame", [node.x, node.y, node.width, node.height])
        json.member("at", [node.activationX, node.activationY])
        if !node.actions.isEmpty { json.member("actions", node.actions) }
      }
    }
  }

  static func announcement(_ text: String) -> [UInt8] { self.text("announcement", text) }

  /// The element that the app moves the focus to.
  static func focus(_ id: UInt64) -> [UInt8] {
    message("focus") {
      $0.key("element")
      $0.value(id)
    }
  }

  static func notice(_ text: String) -> [UInt8] { self.text("notice", text) }
  static func copied(_ text: String) -> [UInt8] { self.text("copied", text) }

  private static func text(_ type: String, _ text: String) -> [UInt8] {
    message(type) { $0.member("text", text) }
  }

  /// One element of an `events` message.
  static func event(_ numbered: ScreenEvent) -> [UInt8] {
    let event = numbered.event
    var json = JSONWriter(capacity: 192)
    json.object {
      $0.key("seq")
      $0.value(numbered.sequence)
      if let cause = numbered.cause {
        $0.key("cause")
        $0.value(cause)
      }
      $0.member("t", event.time)
      $0.member("category", event.category)
      $0.member("mechanism", event.mechanism)
      $0.member("name", event.name)
      $0.member("receiver", event.receiver)
      $0.member("sender", event.sender)
      $0.member("outcome", event.outcome)
      $0.member("why", event.why)
      $0.member("answer", event.answer)
      $0.member("site", event.site)
      $0.member("thread", event.thread)
      $0.member("mode", event.mode)
      if let milliseconds = event.milliseconds { $0.member("ms", milliseconds) }
      if !event.detail.isEmpty {
        $0.key("detail")
        $0.array(event.detail) { json, pair in
          json.array([pair.key, pair.value]) { $0.value($1) }
        }
      }
    }
    return json.bytes
  }

  /// Events of the trace. An event with a known number replaces the earlier one.
  ///
  /// - Parameters:
  ///   - dropped: how many earlier events the server no longer has.
  ///   - areAll: the page drops the events that it has.
  static func events(
    _ encoded: some Sequence<[UInt8]>, dropped: Int = 0, areAll: Bool = false
  ) -> [UInt8] {
    message("events", capacity: 4096) {
      $0.member("limit", Double(PageHub.eventLimit))
      $0.member("all", ifTrue: areAll)
      $0.member("dropped", Double(dropped), unless: 0)
      $0.key("events")
      $0.array(encoded) { $0.raw($1) }
    }
  }

  static func image(_ image: LayerImage) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 + image.png.count)
    withUnsafeBytes(of: image.id.littleEndian) { bytes.append(contentsOf: $0) }
    for size in [image.pixelWidth, image.pixelHeight] {
      withUnsafeBytes(of: UInt32(clamping: size).littleEndian) { bytes.append(contentsOf: $0) }
    }
    bytes.append(contentsOf: image.png)
    return bytes
  }
}
