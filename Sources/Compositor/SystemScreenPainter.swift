internal import CCairo
internal import Glibc
internal import Raster

/// Paints home screen, lock screen and notifications as in the browser page.
struct SystemScreenPainter {
  let cairo: OpaquePointer
  let screen: SystemScreen
  let chrome: ScreenChrome
  let width: Double
  let height: Double

  /// Paints the home or lock screen instead of the app.
  func paintPlace() {
    switch screen.place {
    case .app: break
    case .home(let app, let badge):
      gradient(degrees: 160, [(0, 0x22406b), (0.55, 0x6d4f7e), (1, 0xc17a5c)])
      paintIcon(app, badge: badge)
    case .lock(let day):
      gradient(degrees: 200, [(0, 0x14223c), (0.6, 0x3a2f57), (1, 0x6a4257)])
      centred(day, size: 20, weight: 550, y: 110)
      centred(chrome.time, size: 88, weight: 650, y: 140)
      for card in screen.cards { paint(card) }
    }
  }

  /// Paints the banner over everything else.
  func paintBanner() {
    if let banner = screen.banner { paint(banner) }
  }

  private func paint(_ card: NotificationCard) {
    let frame = card.frame
    let isDark = chrome.isDark
    let background = isDark ? 0.16 : 0.96
    // A soft edge instead of a blurred shadow.
    for (grow, alpha) in [(3.0, 0.04), (2, 0.06), (1, 0.08)] {
      rounded(
        NotificationCard.Frame(
          x: frame.x - grow, y: frame.y - grow + 1, width: frame.width + 2 * grow,
          height: frame.height + 2 * grow), 22 + grow)
      cairo_set_source_rgba(cairo, 0, 0, 0, alpha)
      cairo_fill(cairo)
    }
    rounded(frame, 22)
    cairo_set_source_rgb(cairo, background, background, background)
    cairo_fill(cairo)
    let padding = NotificationCard.padding
    let side = NotificationCard.icon
    paintTile(
      card.app, x: frame.x + padding, y: frame.y + (frame.height - side) / 2, side: side, radius: 9, size: 20)
    let level = isDark ? 1.0 : 0.0
    let x = frame.x + 2 * padding + side
    var y = frame.y + padding
    let time = NotificationCard.text(card.time, size: 13, weight: 400, level: isDark ? 0.65 : 0.45)
    time.draw(in: cairo, x: card.textEnd - time.width, y: y + 1)
    paintPicture(of: card)
    NotificationCard.text(
      card.heading, weight: 600, level: level, width: card.textWidth - time.width - 8
    ).draw(in: cairo, x: x, y: y)
    y += NotificationCard.lineHeight
    if !card.subtitle.isEmpty {
      NotificationCard.text(card.subtitle, weight: 600, level: level, width: card.textWidth)
        .draw(in: cairo, x: x, y: y)
      y += NotificationCard.lineHeight
    }
    if !card.body.isEmpty {
      NotificationCard.text(card.body, weight: 400, level: level, width: card.textWidth, lines: 4)
        .draw(in: cairo, x: x, y: y)
    }
  }

  private func paintPicture(of card: NotificationCard) {
    guard let frame = card.pictureFrame, let picture = Surface(encoded: card.picture) else { return }
    cairo_save(cairo)
    rounded(frame, 6)
    cairo_clip(cairo)
    cairo_translate(cairo, frame.x, frame.y)
    cairo_scale(cairo, frame.width / Double(picture.width), frame.height / Double(picture.height))
    cairo_set_source_surface(cairo, picture.pointer, 0, 0)
    cairo_paint(cairo)
    cairo_restore(cairo)
  }

  private func paintIcon(_ app: String, badge: Int64) {
    paintTile(app, x: 27, y: 80, side: 64, radius: 15, size: 32)
    let name = NotificationCard.text(app, size: 12, weight: 400, level: 1, width: 88)
    name.draw(in: cairo, x: 59 - min(name.width, 88) / 2, y: 150)
    guard badge > 0 else { return }
    let text = NotificationCard.text(badge > 9999 ? "9999+" : String(badge), weight: 500, level: 1)
    let width = max(22, text.width + 12)
    rounded(NotificationCard.Frame(x: 97 - width, y: 73, width: width, height: 22), 11)
    cairo_set_source_rgb(cairo, 1, 0.231, 0.188)
    cairo_fill(cairo)
    text.draw(in: cairo, x: 97 - width + (width - text.width) / 2, y: 73 + (22 - text.height) / 2)
  }

  /// Paints the app's icon: its first letter on a tile.
  private func paintTile(_ app: String, x: Double, y: Double, side: Double, radius: Double, size: Double) {
    rounded(NotificationCard.Frame(x: x, y: y, width: side, height: side), radius)
    let pattern = cairo_pattern_create_linear(0, y, 0, y + side)
    cairo_pattern_add_color_stop_rgb(pattern, 0, 1, 1, 1)
    cairo_pattern_add_color_stop_rgb(pattern, 1, 0.91, 0.91, 0.933)
    cairo_set_source(cairo, pattern)
    cairo_fill(cairo)
    cairo_pattern_destroy(pattern)
    let letter = TextLayout.make([
      TextRun(
        String(app.prefix(1)),
        TextAttributes(
          font: TextFont(family: "Inter", size: size, weight: 650),
          color: RasterColor(red: 0x5b / 255.0, green: 0x3a / 255.0, blue: 0x26 / 255.0)))
    ])
    letter.draw(in: cairo, x: x + (side - letter.width) / 2, y: y + (side - letter.height) / 2)
  }

  private func centred(_ text: String, size: Double, weight: Int, y: Double) {
    let layout = NotificationCard.text(text, size: size, weight: weight, level: 1)
    layout.draw(in: cairo, x: (width - layout.width) / 2, y: y)
  }

  /// Fills the screen with a gradient; the angle is that of CSS.
  private func gradient(degrees: Double, _ stops: [(Double, Int)]) {
    let angle = degrees * .pi / 180
    let (dx, dy) = (sin(angle), -cos(angle))
    let half = (width * dx.magnitude + height * dy.magnitude) / 2
    let pattern = cairo_pattern_create_linear(
      width / 2 - dx * half, height / 2 - dy * half, width / 2 + dx * half, height / 2 + dy * half)
    for (offset, color) in stops {
      cairo_pattern_add_color_stop_rgb(
        pattern, offset, Double(color >> 16 & 255) / 255, Double(color >> 8 & 255) / 255,
        Double(color & 255) / 255)
    }
    cairo_set_source(cairo, pattern)
    cairo_paint(cairo)
    cairo_pattern_destroy(pattern)
  }

  private func rounded(_ frame: NotificationCard.Frame, _ radius: Double) {
    let r = min(radius, min(frame.width, frame.height) / 2)
    let (right, bottom) = (frame.x + frame.width - r, frame.y + frame.height - r)
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, right, frame.y + r, r, -.pi / 2, 0)
    cairo_arc(cairo, right, bottom, r, 0, .pi / 2)
    cairo_arc(cairo, frame.x + r, bottom, r, .pi / 2, .pi)
    cairo_arc(cairo, frame.x + r, frame.y + r, r, .pi, 1.5 * .pi)
    cairo_close_path(cairo)
  }
}
