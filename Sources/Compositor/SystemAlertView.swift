internal import CCairo
public import DeviceProtocol
internal import Raster

/// The layout and layers of a system alert over the app, in screen points, origin at the top left.
public struct SystemAlertView: Sendable, Equatable {
  public struct Frame: Sendable, Equatable {
    public var x, y, width, height: Double
    public func contains(x: Double, y: Double) -> Bool {
      x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
    }
  }

  public let title: String
  public let message: String
  public let buttons: [String]
  public let frame: Frame
  /// The frame of each button, screen points.
  public let buttonFrames: [Frame]
  private let screenWidth, screenHeight: Double
  private let messageTop: Double

  private static let width = 270.0
  private static let margin = 16.0
  private static let buttonHeight = 44.0

  public init(title: String, message: String, buttons: [String], screenWidth: Double, screenHeight: Double) {
    self.title = title
    self.message = message
    self.buttons = buttons
    (self.screenWidth, self.screenHeight) = (screenWidth, screenHeight)
    let titleHeight = Self.titleLayout(title, level: 0).height
    messageTop = 19 + titleHeight + 4
    let messageHeight = message.isEmpty ? 0 : Self.messageLayout(message, level: 0).height
    let textHeight = messageTop + messageHeight + 19
    let half = Self.width / 2
    let isRow =
      buttons.count == 2
      && buttons.allSatisfy { Self.buttonLayout($0, isPreferred: true).width < half - 2 * Self.margin }
    let height = textHeight + Self.buttonHeight * Double(isRow ? 1 : buttons.count)
    let (x, y) = (((screenWidth - Self.width) / 2).rounded(), ((screenHeight - height) / 2).rounded())
    frame = Frame(x: x, y: y, width: Self.width, height: height)
    buttonFrames = buttons.indices.map { index in
      isRow
        ? Frame(x: x + half * Double(index), y: y + textHeight, width: half, height: Self.buttonHeight)
        : Frame(
          x: x, y: y + textHeight + Self.buttonHeight * Double(index), width: Self.width,
          height: Self.buttonHeight)
    }
  }

  // MARK: Layers

  // NB: larger than the ids of an app's layers, and exact in JavaScript's numbers.
  private static let firstID: UInt64 = 1 << 52
  public static let root = firstID
  private static let image = firstID
  /// The layer ids of an alert with this number of buttons.
  private static func ids(_ buttons: Int) -> [UInt64] { (0..<UInt64(buttons + 2)).map { firstID + $0 } }

  /// The alert's layers and image, for a commit that adds them over the app's roots; nil if there is not
  /// enough memory.
  public func layers(scale: Double, isDark: Bool) -> (layers: [LayerState], images: [LayerImage])? {
    guard let picture = picture(scale: scale, isDark: isDark) else { return nil }
    let ids = Self.ids(buttons.count)
    var veil = LayerState(id: ids[0], name: "SystemAlertVeil")
    place(&veil, Frame(x: 0, y: 0, width: screenWidth, height: screenHeight))
    veil.backgroundColor = LayerColor(red: 0, green: 0, blue: 0, alpha: isDark ? 0.48 : 0.2)
    veil.sublayers = [ids[1]]
    var panel = LayerState(id: ids[1], name: "SystemAlert")
    place(&panel, frame)
    panel.contents = picture.id
    panel.contentsScale = scale
    panel.sublayers = Array(ids[2...])
    panel.accessibility = LayerAccessibility(
      label: [title, message].filter { !$0.isEmpty }.joined(separator: ", "), role: "alertdialog")
    let parts = zip(zip(ids[2...], buttons), buttonFrames).map { named, frame in
      var button = LayerState(id: named.0, name: "SystemAlertButton")
      place(
        &button,
        Frame(x: frame.x - self.frame.x, y: frame.y - self.frame.y, width: frame.width, height: frame.height))
      button.accessibility = LayerAccessibility(label: named.1, role: "button")
      return button
    }
    return ([veil, panel] + parts, [picture])
  }

  /// The ids of all its layers, for their removal.
  public var layerIDs: [UInt64] { Self.ids(buttons.count) }

  private func place(_ layer: inout LayerState, _ frame: Frame) {
    (layer.width, layer.height) = (frame.width, frame.height)
    (layer.positionX, layer.positionY) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
  }

  // MARK: Painting

  private static func paragraph() -> TextParagraph {
    var paragraph = TextParagraph()
    paragraph.alignment = .center
    return paragraph
  }

  private static func layout(_ text: String, size: Double, weight: Int, color: RasterColor, wraps: Bool)
    -> TextLayout
  {
    TextLayout.make(
      [
        TextRun(
          text,
          TextAttributes(font: TextFont(family: "Inter", size: size, weight: weight), color: color),
          paragraph()
        )
      ], width: wraps ? width - 2 * margin : nil)
  }
  private static func gray(_ level: Double) -> RasterColor {
    RasterColor(red: level, green: level, blue: level)
  }
  private static func titleLayout(_ text: String, level: Double) -> TextLayout {
    layout(text, size: 17, weight: 600, color: gray(level), wraps: true)
  }
  private static func messageLayout(_ text: String, level: Double) -> TextLayout {
    layout(text, size: 13, weight: 400, color: gray(level), wraps: true)
  }
  private static func buttonLayout(_ text: String, isPreferred: Bool) -> TextLayout {
    layout(
      text, size: 17, weight: isPreferred ? 600 : 400, color: RasterColor(red: 0, green: 0.478, blue: 1),
      wraps: false)
  }

  private func picture(scale: Double, isDark: Bool) -> LayerImage? {
    guard
      let surface = Surface(
        width: Int((frame.width * scale).rounded()), height: Int((frame.height * scale).rounded())),
      let cairo = cairo_create(surface.pointer)
    else { return nil }
    defer { cairo_destroy(cairo) }
    cairo_scale(cairo, scale, scale)
    let background = isDark ? 0.145 : 0.97
    let radius = 14.0
    for (x, y, angle) in [
      (frame.width - radius, radius, -0.5), (frame.width - radius, frame.height - radius, 0),
      (radius, frame.height - radius, 0.5), (radius, radius, 1),
    ] { cairo_arc(cairo, x, y, radius, angle * .pi, (angle + 0.5) * .pi) }
    cairo_close_path(cairo)
    cairo_set_source_rgb(cairo, background, background, background)
    cairo_fill(cairo)
    let level = isDark ? 1.0 : 0.0
    Self.titleLayout(title, level: level).draw(in: cairo, x: Self.margin, y: 19)
    if !message.isEmpty {
      Self.messageLayout(message, level: level).draw(in: cairo, x: Self.margin, y: messageTop)
    }
    let line = isDark ? 0.28 : 0.8
    for (index, button) in buttonFrames.enumerated() {
      let (x, y) = (button.x - frame.x, button.y - frame.y)
      cairo_set_source_rgb(cairo, line, line, line)
      cairo_rectangle(cairo, x, y, button.width, 1 / scale)
      if x > 0 { cairo_rectangle(cairo, x, y, 1 / scale, button.height) }
      cairo_fill(cairo)
      let text = Self.buttonLayout(buttons[index], isPreferred: index == buttons.count - 1 && x > 0)
      text.draw(
        in: cairo, x: x + (button.width - text.width) / 2, y: y + (button.height - text.height) / 2)
    }
    surface.flush()
    return LayerImage(
      id: Self.image, pixelWidth: surface.width, pixelHeight: surface.height, png: surface.pngBytes())
  }
}
