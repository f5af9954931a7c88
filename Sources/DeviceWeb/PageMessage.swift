import Compositor
import Device
import DeviceProtocol
import LocationSimulation

/// What the server says to a page: the text and binary frames of `Page/connection.js`.
///
/// A text frame is one JSON object whose `type` says what it is; members that hold their standard value are left
/// out. A binary frame is an image: id, pixel width and pixel height as little-endian 64, 32 and 32 bits, then PNG.
enum PageMessage {
  static let version = 1

  static func device(_ model: DeviceModel, _ environment: Environment, _ clock: ScreenClock) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("type", "device")
      $0.member("version", Double(version))
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
      $0.member("now", clock.now)
      $0.member("epoch", clock.epoch)
      $0.member("offset", Double(clock.offset))
    }
    return json.bytes
  }

  static func status(_ status: ScreenStatus) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("type", "status")
      $0.member("phase", status.phase.rawValue)
      $0.member("app", status.app)
      $0.member("message", status.message)
    }
    return json.bytes
  }

  static func buildErrors(_ diagnostics: [ScreenDiagnostic]) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("type", "buildErrors")
      $0.key("diagnostics")
      $0.array(diagnostics) { json, diagnostic in
        json.object {
          $0.member("severity", diagnostic.severity.rawValue)
          $0.member("file", diagnostic.file)
          $0.member("line", Double(diagnostic.line))
          $0.member("column", Double(diagnostic.column))
          $0.member("message", diagnostic.message)
          $0.member("excerpt", diagnostic.excerpt)
        }
      }
    }
    return json.bytes
  }

  static func crash(_ report: ScreenCrash) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("type", "crash")
      $0.member("reason", report.reason)
      $0.member("file", report.file)
      $0.member("line", Double(report.line))
      $0.member("excerpt", report.excerpt)
      $0.member("output", report.output)
      $0.member("during", report.during)
    }
    return json.bytes
  }

  static func notifications(_ screen: NotificationScreen, _ frame: NotificationCard.Frame?) -> [UInt8] {
    func write(_ notification: ShownNotification, _ json: inout JSONWriter) {
      json.object {
        $0.member("number", Double(notification.number))
        $0.member("identifier", notification.identifier)
        $0.member("app", notification.app)
        $0.member("title", notification.title)
        $0.member("subtitle", notification.subtitle)
        $0.member("body", notification.body)
        $0.member("date", notification.date)
        $0.key("actions")
        $0.array(notification.actions) { json, action in
          json.object {
            $0.member("identifier", action.identifier)
            $0.member("title", action.title)
            $0.member("destructive", ifTrue: action.options & 2 != 0)
            if let texts = action.textInput {
              $0.key("textInput")
              $0.array(texts) { $0.value($1) }
            }
          }
        }
      }
    }
    var json = JSONWriter()
    json.object {
      $0.member("type", "notifications")
      $0.member("badge", Double(screen.badge))
      if let banner = screen.banner, let frame {
        $0.key("banner")
        write(banner, &$0)
        $0.key("frame")
        $0.array([frame.x, frame.y, frame.width, frame.height]) { $0.value($1) }
      }
      $0.key("list")
      $0.array(screen.list) { write($1, &$0) }
    }
    return json.bytes
  }

  /// What the device can be put at, and the ways that it can go.
  static func places(_ files: [String]) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("type", "places")
      $0.key("cities")
      $0.array(SimulatedPlaces.cities) { json, city in
        json.object {
          $0.member("name", city.name)
          $0.member("at", [city.point.latitude, city.point.longitude])
        }
      }
      $0.key("routes")
      $0.array(SimulatedPlaces.Way.allCases) { $0.value($1.rawValue) }
      $0.key("files")
      $0.array(files) { $0.value($1) }
    }
    return json.bytes
  }

  /// The points of the way under way; none without one.
  static func path(_ points: [[Double]]) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("type", "path")
      $0.key("points")
      $0.array(points) { json, point in json.array(point) { $0.value($1) } }
    }
    return json.bytes
  }

  static func location(_ location: ShownLocation) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("type", "location")
      if let fix = location.fix {
        $0.member("at", [fix.latitude, fix.longitude])
        $0.member("accuracy", fix.horizontalAccuracy)
        $0.member("course", fix.course, unless: -1)
      }
      if let way = location.way {
        $0.key("way")
        $0.object {
          $0.member("name", way.name)
          $0.member("duration", way.duration)
          $0.member("time", way.time)
          $0.member("rate", way.rate, unless: 1)
          $0.member("paused", ifTrue: way.isPaused)
          $0.member("over", ifTrue: way.isOver)
        }
      }
      $0.key("circles")
      $0.array(location.circles) { json, circle in
        json.object {
          $0.member("name", circle.identifier)
          $0.member("at", [circle.latitude, circle.longitude])
          $0.member("radius", circle.radius)
        }
      }
    }
    return json.bytes
  }

  static func notice(_ text: String) -> [UInt8] { self.text("notice", text) }
  static func copied(_ text: String) -> [UInt8] { self.text("copied", text) }

  private static func text(_ type: String, _ text: String) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("type", type)
      $0.member("text", text)
    }
    return json.bytes
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

  /// Events of the trace; one with a known number takes the place of the one before.
  ///
  /// - Parameters:
  ///   - dropped: how many earlier events the server no longer has.
  ///   - areAll: the page forgets the events that it has.
  static func events(
    _ encoded: some Sequence<[UInt8]>, dropped: Int = 0, areAll: Bool = false
  ) -> [UInt8] {
    var json = JSONWriter(capacity: 4096)
    json.object {
      $0.member("type", "events")
      $0.member("all", ifTrue: areAll)
      $0.member("dropped", Double(dropped), unless: 0)
      $0.key("events")
      $0.array(encoded) { $0.raw($1) }
    }
    return json.bytes
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
