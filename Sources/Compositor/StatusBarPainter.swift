internal import CCairo
internal import Raster

/// Paints status bar, Dynamic Island and home indicator with the same shapes as the browser page.
struct StatusBarPainter {
  let cairo: OpaquePointer
  let chrome: ScreenChrome
  /// The app's status bar style: `default`, `lightContent`, `darkContent`.
  let style: String
  let width: Double
  let height: Double

  private enum Top { case island, notch, plain }
  private var top: Top {
    chrome.device.safeAreaTop >= 51 ? .island : chrome.device.safeAreaTop >= 40 ? .notch : .plain
  }
  private var isLandscape: Bool { chrome.orientation.isLandscape }

  func paint(isHidden: Bool) {
    cairo_save(cairo)
    // An iPhone in landscape shows no status bar.
    if !isHidden, !isLandscape || chrome.device.idiom == "pad" { paintStatusBar() }
    paintIsland()
    if chrome.device.safeAreaBottom > 0 { paintHomeIndicator() }
    cairo_restore(cairo)
  }

  private var isLight: Bool { style == "lightContent" || (style != "darkContent" && chrome.isDark) }

  private func setSource(alpha: Double = 1) {
    let level = isLight ? 1.0 : 0.0
    cairo_set_source_rgba(cairo, level, level, level, alpha)
  }

  private func paintStatusBar() {
    let size = top == .plain ? 12.0 : 17.0
    let level = isLight ? 1.0 : 0.0
    let text = TextLayout.make([
      TextRun(
        chrome.time,
        TextAttributes(
          font: TextFont(family: "Inter", size: size, weight: 600),
          color: RasterColor(red: level, green: level, blue: level)))
    ])
    let baseline = text.lines.first?.baseline ?? 0
    // The line height equals the font size: the baseline of CSS's `line-height: 1` for Inter.
    let ascent = 0.8636 * size
    let indicators = 18.0 + 6 + 17 + 6 + 27
    switch top {
    case .island, .notch:
      let side = width / 2 - 63
      let line = top == .island ? 24.0 : 16
      text.draw(in: cairo, x: (side - text.width) / 2, y: line + ascent - baseline)
      paintIndicators(x: width - side + (side - indicators) / 2, y: top == .island ? 25 : 16)
    case .plain:
      text.draw(in: cairo, x: (width - text.width) / 2, y: 4 + ascent - baseline)
      paintIndicators(x: width - 8 - indicators, y: 4)
    }
  }

  private func paintIndicators(x: Double, y: Double) {
    setSource()
    for bar in 0..<4 {
      let height = [4.0, 6.5, 9, 12][bar]
      roundedRectangle(x + 5 * Double(bar), y + 12 - height, 3, height, 0.9)
    }
    cairo_fill(cairo)
    cairo_save(cairo)
    cairo_translate(cairo, x + 24, y)
    Self.wifi?.add(to: cairo)
    cairo_fill(cairo)
    cairo_restore(cairo)
    cairo_save(cairo)
    cairo_translate(cairo, x + 47, y)
    setSource(alpha: 0.4)
    roundedRectangle(0.5, 0.5, 23, 12, 3.8)
    cairo_set_line_width(cairo, 1)
    cairo_stroke(cairo)
    setSource(alpha: 0.45)
    Self.tip?.add(to: cairo)
    cairo_fill(cairo)
    setSource()
    roundedRectangle(2, 2, 20, 9, 2.5)
    cairo_fill(cairo)
    cairo_restore(cairo)
  }

  private static let wifi = SVGPath(
    """
    M8.5 2.4c2.3 0 4.4.9 6 2.4.1.1.3.1.4 0l1.2-1.2c.1-.1.1-.3 0-.4a11 11 0 0 0-15.2 0c-.1.1-.1.3 0 .4l1.2 1.2c.1.1\
    .3.1.4 0 1.6-1.5 3.7-2.4 6-2.4zm0 3.9c1.3 0 2.4.5 3.3 1.3.1.1.3.1.4 0l1.2-1.2c.1-.1.1-.3 0-.4a7.1 7.1 0 0 0-9.8 \
    0c-.1.1-.1.3 0 .4l1.2 1.2c.1.1.3.1.4 0 .9-.8 2-1.3 3.3-1.3zm2.3 2.9c.1.1.1.3 0 .4l-2.1 2.1c-.1.1-.3.1-.4 0L6.2 \
    9.6c-.1-.1-.1-.3 0-.4a3.5 3.5 0 0 1 4.6 0z
    """)
  private static let tip = SVGPath("M25 4.5v4c.8-.3 1.4-1.1 1.4-2s-.6-1.7-1.4-2z")

  private func paintIsland() {
    guard chrome.device.idiom == "phone" else { return }
    cairo_set_source_rgb(cairo, 0, 0, 0)
    switch (top, chrome.orientation) {
    case (.island, .landscapeLeft): roundedRectangle(11, height / 2 - 63, 37, 126, 18.5)
    case (.island, .landscapeRight): roundedRectangle(width - 48, height / 2 - 63, 37, 126, 18.5)
    case (.island, .portraitUpsideDown): roundedRectangle(width / 2 - 63, height - 48, 126, 37, 18.5)
    case (.island, _): roundedRectangle(width / 2 - 63, 11, 126, 37, 18.5)
    // Only the notch's lower corners are rounded.
    case (.notch, .portrait):
      cairo_save(cairo)
      cairo_rectangle(cairo, 0, 0, width, 31)
      cairo_clip(cairo)
      roundedRectangle(width / 2 - 80, -20, 160, 51, 18)
      cairo_fill(cairo)
      cairo_restore(cairo)
    default: return
    }
    cairo_fill(cairo)
  }

  private func paintHomeIndicator() {
    let length = min(width * 0.36, 230)
    let level = chrome.isDark ? 1.0 : 0.0
    cairo_set_source_rgb(cairo, level, level, level)
    roundedRectangle((width - length) / 2, height - 13, length, 5, 2.5)
    cairo_fill(cairo)
  }

  private func roundedRectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double)
  {
    let r = min(radius, min(width, height) / 2)
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, x + width - r, y + r, r, -.pi / 2, 0)
    cairo_arc(cairo, x + width - r, y + height - r, r, 0, .pi / 2)
    cairo_arc(cairo, x + r, y + height - r, r, .pi / 2, .pi)
    cairo_arc(cairo, x + r, y + r, r, .pi, 1.5 * .pi)
    cairo_close_path(cairo)
  }
}

extension SVGPath {
  func add(to cairo: OpaquePointer) {
    for segment in segments {
      switch segment {
      case .move(let x, let y): cairo_move_to(cairo, x, y)
      case .line(let x, let y): cairo_line_to(cairo, x, y)
      case .curve(let x1, let y1, let x2, let y2, let x, let y): cairo_curve_to(cairo, x1, y1, x2, y2, x, y)
      case .close: cairo_close_path(cairo)
      }
    }
  }
}
