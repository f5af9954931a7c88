import DeviceProtocol

/// The canned screen: one of each layer feature, at round places that a test can name.
struct FakeApp {
  struct Changes {
    var layers: [LayerState] = []
    var removed: [UInt64] = []
    var images: [LayerImage] = []
    var animations: [LayerAnimation] = []
  }

  var isDark = false
  var isLandscape = false
  var text = ""
  /// What an input method has so far.
  var composed = ""
  private var isPressed = false
  private var isCyan = false
  private var isOn = true
  private var lastImage: UInt64 = 100

  private static let blue = LayerColor(red: 0, green: 0.478, blue: 1, alpha: 1)
  private static let white = LayerColor(red: 1, green: 1, blue: 1, alpha: 1)
  private var ink: LayerColor { isDark ? Self.white : LayerColor(red: 0, green: 0, blue: 0, alpha: 1) }
  private var paper: LayerColor {
    isCyan
      ? LayerColor(red: 0, green: 1, blue: 1, alpha: 1)
      : isDark ? LayerColor(red: 0, green: 0, blue: 0, alpha: 1) : Self.white
  }

  // MARK: The screen

  mutating func everything(at time: Double) -> Changes {
    var changes = Changes()
    changes.layers.append(
      layer(1, "UIWindow", 0, 0, isLandscape ? 852 : 393, isLandscape ? 393 : 852) {
        $0.sublayers = [2]
      })
    changes.layers.append(root())
    changes.layers.append(
      label(10, "UILabel", "Color Picker", 20, 100, 353, 40, size: 34, bold: true, ink, &changes))
    changes.layers.append(button())
    changes.layers.append(
      label(
        12, "UIButtonLabel", "Open Color Picker", 60, 13, 193, 24, size: 17, bold: true, Self.white, &changes)
    )
    changes.layers += switchLayers()
    changes.layers.append(
      layer(14, "GradientView", 20, 320, 353, 80) {
        $0.cornerRadius = 12
        $0.gradient = LayerGradient(
          kind: "axial",
          colors: [
            LayerColor(red: 1, green: 0.2, blue: 0.4, alpha: 1),
            LayerColor(red: 1, green: 0.8, blue: 0, alpha: 1),
            LayerColor(red: 0.2, green: 0.7, blue: 1, alpha: 1),
          ], locations: [0, 0.5, 1], startX: 0, startY: 0.5, endX: 1, endY: 0.5)
      })
    changes.layers.append(
      layer(15, "CardView", 20, 430, 353, 100) {
        $0.backgroundColor = isDark ? LayerColor(red: 0.11, green: 0.11, blue: 0.12, alpha: 1) : Self.white
        $0.cornerRadius = 16
        $0.shadowColor = LayerColor(red: 0, green: 0, blue: 0, alpha: 1)
        $0.shadowOpacity = 0.2
        $0.shadowOffsetY = 4
        $0.shadowRadius = 10
        $0.sublayers = [16, 17]
      })
    changes.layers.append(
      label(16, "UILabel", "A card with a shadow", 16, 16, 200, 24, size: 17, bold: true, ink, &changes))
    changes.layers.append(
      layer(17, "UIActivityIndicatorView", 297, 30, 40, 40) {
        $0.cornerRadius = 20
        $0.borderWidth = 4
        $0.borderColor = Self.blue
        $0.maskedCorners = 7
      })
    changes.animations.append(
      LayerAnimation(
        layer: 17, key: "spin", property: "transform",
        values: (0...4).map { Self.rotation(quarters: $0) }, keyTimes: [0, 0.25, 0.5, 0.75, 1],
        timings: [[0, 0, 1, 1]], begin: time, duration: 1.6, repeatCount: .infinity))
    changes.layers += field(&changes)
    changes.layers.append(
      layer(22, "UIView", 20, 640, 60, 60) {
        $0.backgroundColor = LayerColor(red: 1, green: 0.23, blue: 0.19, alpha: 1)
        $0.transform = Self.rotation(degrees: 15)
        $0.cornerRadius = 8
      })
    changes.layers.append(scrollView(30))
    changes.layers.append(
      layer(24, "UIView", 0, 40, 60, 60) {
        $0.backgroundColor = LayerColor(red: 0.2, green: 0.78, blue: 0.35, alpha: 1)
      })
    changes.layers.append(
      layer(25, "UIVisualEffectView", 260, 300, 100, 60) {
        $0.backdropBlur = 8
        $0.cornerRadius = 10
        $0.backgroundColor = LayerColor(red: 1, green: 1, blue: 1, alpha: 0.3)
      })
    return changes
  }

  /// The elements in reading order. The slider and the alert are in no layer.
  var elements: [AccessibilityNode] {
    if isAsking {
      return [
        AccessibilityNode(
          id: 60, role: "alertdialog", label: "Delete?", hint: "It cannot be undone.", states: .modal, x: 60,
          y: 300, width: 270, height: 140),
        AccessibilityNode(
          id: 61, parent: 0, role: "button", label: "Cancel", states: .interactive, x: 60, y: 396, width: 135,
          height: 44),
      ]
    }
    return [
      AccessibilityNode(
        id: 10, role: "heading", label: "Color Picker", level: 1, x: 20, y: 100, width: 353, height: 40),
      AccessibilityNode(
        id: 11, role: "button", identifier: "open", label: "Open Color Picker", hint: "Opens the picker",
        states: .interactive, x: 40, y: 180, width: 313, height: 50, actions: ["Share"]),
      AccessibilityNode(
        id: 13, role: "switch", label: "Sound", value: isOn ? "1" : "0",
        states: isOn ? [.interactive, .checked] : .interactive, x: 322, y: 255, width: 51, height: 31),
      AccessibilityNode(
        id: 50, role: "slider", label: "Volume", value: "\(volume)%", states: .interactive,
        range: [0, 100, Double(volume)], x: 20, y: 290, width: 200, height: 30),
      AccessibilityNode(
        id: 18, role: "textbox", identifier: "name", label: "Name", value: text + composed,
        states: .interactive, x: 20, y: 560, width: 353, height: 44),
      AccessibilityNode(id: 51, role: "button", label: "Locked", states: [.interactive, .disabled]),
    ]
  }
  var volume = 50
  var isAsking = false

  private func root() -> LayerState {
    layer(2, "UIView", 0, 0, isLandscape ? 852 : 393, isLandscape ? 393 : 852) {
      $0.backgroundColor = paper
      $0.sublayers = [10, 11, 13, 14, 15, 18, 22, 23, 25]
    }
  }

  private func button() -> LayerState {
    layer(11, "UIButton", 40, 180, 313, 50) {
      $0.backgroundColor = Self.blue
      $0.cornerRadius = 12
      $0.opacity = isPressed ? 0.5 : 1
      $0.sublayers = [12]
      $0.accessibility = LayerAccessibility(identifier: "open", label: "Open Color Picker")
    }
  }

  private func switchLayers() -> [LayerState] {
    [
      layer(13, "UISwitch", 322, 255, 51, 31) {
        $0.cornerRadius = 15.5
        $0.backgroundColor =
          isOn
          ? LayerColor(red: 0.2, green: 0.78, blue: 0.35, alpha: 1)
          : LayerColor(red: 0.91, green: 0.91, blue: 0.92, alpha: 1)
        $0.sublayers = [26]
        $0.accessibility = LayerAccessibility(label: "Sound")
      },
      layer(26, "UISwitchKnob", isOn ? 22 : 2, 2, 27, 27) {
        $0.cornerRadius = 13.5
        $0.backgroundColor = Self.white
        $0.shadowOpacity = 0.15
        $0.shadowColor = LayerColor(red: 0, green: 0, blue: 0, alpha: 1)
        $0.shadowOffsetY = 3
        $0.shadowRadius = 4
      },
    ]
  }

  private mutating func field(_ changes: inout Changes) -> [LayerState] {
    [
      layer(18, "UITextField", 20, 560, 353, 44) {
        $0.cornerRadius = 8
        $0.borderWidth = 1
        $0.borderColor = LayerColor(red: 0.78, green: 0.78, blue: 0.8, alpha: 1)
        $0.masksToBounds = true
        $0.sublayers = [19]
        $0.accessibility = LayerAccessibility(identifier: "name", label: "Name")
      },
      label(
        19, "UITextLayer", text.isEmpty && composed.isEmpty ? "Type a name" : text + composed, 10, 10, 333,
        24, size: 17, bold: false,
        text.isEmpty ? LayerColor(red: 0.6, green: 0.6, blue: 0.63, alpha: 1) : ink, &changes),
    ]
  }

  // MARK: Reactions

  mutating func press(x: Double, y: Double) -> Changes? {
    if (322...373).contains(x), (255...286).contains(y) { return Changes() }
    guard (40...353).contains(x), (180...230).contains(y) else { return nil }
    isPressed = true
    var changes = Changes()
    changes.layers = [button()]
    return changes
  }

  mutating func release(x: Double, y: Double, at time: Double) -> Changes? {
    var changes = Changes()
    if isPressed {
      isPressed = false
      isCyan.toggle()
      changes.layers = [button(), root()]
      return changes
    }
    guard (322...373).contains(x), (255...286).contains(y) else { return nil }
    isOn.toggle()
    changes.layers = switchLayers()
    changes.animations = [
      LayerAnimation(
        layer: 26, key: "position", property: "position", values: [[isOn ? -20 : 20, 0], [0, 0]],
        keyTimes: [0, 1],
        timings: [[0.42, 0, 0.58, 1]], begin: time, duration: 0.25, isAdditive: true)
    ]
    return changes
  }

  mutating func textLayers() -> Changes {
    var changes = Changes()
    changes.layers = field(&changes)
    return changes
  }

  /// Moves and grows the red square over one second, linearly, so that a test can sample it.
  func moved(at time: Double) -> Changes {
    var changes = Changes()
    changes.layers = [
      layer(22, "UIView", 280, 640, 100, 60) {
        $0.backgroundColor = LayerColor(red: 1, green: 0.23, blue: 0.19, alpha: 1)
      }
    ]
    changes.animations = [
      LayerAnimation(
        layer: 22, key: "position", property: "position", values: [[50, 670], [330, 670]], keyTimes: [0, 1],
        timings: [[0, 0, 1, 1]], begin: time, duration: 1),
      LayerAnimation(
        layer: 22, key: "bounds.size", property: "bounds.size", values: [[-40, 0], [0, 0]], keyTimes: [0, 1],
        timings: [[0, 0, 1, 1]], begin: time, duration: 1, isAdditive: true),
    ]
    return changes
  }

  /// Scrolls the scroll view.
  func scrolled(to offset: Double) -> Changes {
    var changes = Changes()
    changes.layers = [scrollView(offset)]
    return changes
  }

  /// Rows of 44 points with lines of a third of a point and of a point between them, in a view that has scrolled.
  func lines(scrolledTo offset: Double) -> Changes {
    var changes = Changes()
    let rows: [UInt64] = Array(0..<18)
    changes.layers = [
      layer(1, "UIWindow", 0, 0, 393, 852) { $0.sublayers = [70] },
      layer(70, "UITableView", 0, 0, 393, 852) {
        $0.boundsY = offset
        $0.backgroundColor = Self.white
        $0.sublayers = rows.map { 100 + $0 }
      },
    ]
    for row in rows {
      changes.layers.append(
        layer(100 + row, "UITableViewCell", 0, 44.3 * Double(row), 393, 44.3) { $0.sublayers = [200 + row] })
      let height = row % 2 == 0 ? 1 / 3.0 : 1
      changes.layers.append(
        layer(200 + row, "UITableViewSeparator", 20, 44.3 - height, 373, height) {
          $0.backgroundColor = LayerColor(red: 0, green: 0, blue: 0, alpha: 1)
        })
    }
    return changes
  }

  // MARK: Layers

  private func scrollView(_ offset: Double) -> LayerState {
    layer(23, "UIScrollView", 120, 640, 120, 60) {
      $0.boundsY = offset
      $0.masksToBounds = true
      $0.backgroundColor = LayerColor(red: 0.9, green: 0.9, blue: 0.92, alpha: 1)
      $0.sublayers = [24]
    }
  }

  private func layer(
    _ id: UInt64, _ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    _ change: (inout LayerState) -> Void = { _ in }
  ) -> LayerState {
    var layer = LayerState(id: id, name: name)
    layer.positionX = x + width / 2
    layer.positionY = y + height / 2
    layer.width = width
    layer.height = height
    change(&layer)
    return layer
  }

  private mutating func label(
    _ id: UInt64, _ name: String, _ text: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    size: Double, bold: Bool, _ color: LayerColor, _ changes: inout Changes
  ) -> LayerState {
    lastImage += 1
    let image = Picture.text(
      text, width: width, height: height, scale: 3, size: size, bold: bold, color: color)
    changes.images.append(
      LayerImage(id: lastImage, pixelWidth: Int(width * 3), pixelHeight: Int(height * 3), png: image))
    return layer(id, name, x, y, width, height) {
      $0.contents = lastImage
      $0.contentsScale = 3
      $0.accessibility = name == "UILabel" ? LayerAccessibility(label: text) : nil
    }
  }

  private static func rotation(quarters: Int) -> [Double] {
    let (cosine, sine) = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][quarters % 4]
    return [cosine, sine, 0, 0, -sine, cosine, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
  }

  private static func rotation(degrees: Double) -> [Double] {
    // 15° only: enough for one crooked square.
    precondition(degrees == 15)
    let (cosine, sine) = (0.9659258262890683, 0.25881904510252074)
    return [cosine, sine, 0, 0, -sine, cosine, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
  }
}
