internal import CCairo
internal import CRaster
internal import Glibc

/// Fonts and Pango's objects, created once per process and shared by all threads under one lock.
///
/// Pango is not thread-safe, and UIKit's drawing types may be used on any thread, so every call into Pango
/// runs inside `TextEngine.with`. The font map contains only the fonts of the Debian packages that Carob
/// names, and ignores the machine's configuration, so that text is the same everywhere (Decisions/0020).
package final class TextEngine: @unchecked Sendable {
  // @unchecked because the only instance is used through `with`, which holds the lock.
  let map: UnsafeMutablePointer<PangoFontMap>
  private let contexts: [TextDirection: OpaquePointer]
  private let context: OpaquePointer
  private var descriptions: [TextFont: OpaquePointer] = [:]
  private var metrics: [TextFont: TextFontMetrics] = [:]
  private var layouts = LayoutCache()

  // NB: a number, because the thread sanitizer confuses a variable of size zero with the object's first word.
  private static let lock = Locked(0)
  private static let shared = TextEngine()

  /// Runs `body` with the engine. Calls must not be nested.
  static func with<R>(_ body: (TextEngine) throws -> R) rethrows -> R {
    try lock.withLock { _ in
      let layouts = discarded.withLock { list in
        defer { list.removeAll() }
        return list
      }
      for layout in layouts { g_object_unref(UnsafeMutableRawPointer(bitPattern: layout)) }
      return try body(shared)
    }
  }

  /// Layouts whose owners were deallocated. That may happen while the engine is in use, on any thread, so
  /// they are freed by the next call.
  private static let discarded = Locked<[UInt]>([])

  static func discard(_ layouts: [OpaquePointer]) {
    discarded.withLock { $0.append(contentsOf: layouts.map { UInt(bitPattern: $0) }) }
  }

  private init() {
    // Without these packages, use any font on the machine.
    let map = Self.configuration.withCString { carob_font_map_create($0) } ?? pango_cairo_font_map_new()
    guard let map, let context = Self.makeContext(map, PANGO_DIRECTION_LTR) else {
      preconditionFailure("TextEngine: Pango has no font map; install fonts-inter")
    }
    self.map = map
    self.context = context
    contexts = [
      .natural: context, .leftToRight: context,
      .rightToLeft: Self.makeContext(map, PANGO_DIRECTION_RTL) ?? context,
    ]
  }

  private static func makeContext(
    _ map: UnsafeMutablePointer<PangoFontMap>, _ direction: PangoDirection
  ) -> OpaquePointer? {
    guard let context = pango_font_map_create_context(map) else { return nil }
    pango_cairo_context_set_resolution(context, 72)
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
    pango_context_set_language(context, pango_language_from_string("en"))
    pango_context_set_base_dir(context, direction)
    return context
  }

  /// The context for a paragraph's direction. NB: changing the direction of a context would invalidate all
  /// of its layouts.
  func context(_ direction: TextDirection) -> OpaquePointer { contexts[direction] ?? context }

  /// The folders of Debian's packages fonts-inter, fonts-noto-color-emoji, fonts-noto-cjk, fonts-liberation,
  /// fonts-dejavu.
  private static let configuration = """
    <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>
    <dir>/usr/share/fonts/opentype/inter</dir><dir>/usr/share/fonts/truetype/inter</dir>
    <dir>/usr/share/fonts/truetype/noto</dir><dir>/usr/share/fonts/opentype/noto</dir>
    <dir>/usr/share/fonts/truetype/liberation</dir><dir>/usr/share/fonts/truetype/dejavu</dir>
    <cachedir>/var/cache/fontconfig</cachedir>
    <include ignore_missing="yes">/usr/share/fontconfig/conf.avail/10-scale-bitmap-fonts.conf</include>
    \(alias("system-ui", "Inter"))\(alias("ui-rounded", "Inter"))\(alias("sans-serif", "Inter"))
    \(alias("serif", "Liberation Serif", "DejaVu Serif"))
    \(alias("monospace", "Liberation Mono", "DejaVu Sans Mono"))
    \(alias("emoji", "Noto Color Emoji"))
    </fontconfig>
    """

  private static func alias(_ family: String, _ preferred: String...) -> String {
    let names = preferred.map { "<family>\($0)</family>" }.joined()
    return "<alias binding=\"same\"><family>\(family)</family><prefer>\(names)</prefer></alias>"
  }

  // MARK: Faces

  /// Like the platform's font, Inter has a display version, used from 20 points up.
  private static func familyName(_ font: TextFont) -> String {
    switch font.family {
    case TextFont.system, TextFont.rounded: font.size >= 20 ? "Inter Display" : "Inter"
    default: font.family
    }
  }

  /// The tracking of the system font by size, from Inter's published dynamic metrics. The display version
  /// has its own spacing.
  static func tracking(_ font: TextFont) -> Double {
    guard font.family == TextFont.system || font.family == TextFont.rounded, font.size < 20 else { return 0 }
    return font.size * (-0.0223 + 0.185 * exp(-0.1745 * font.size))
  }

  func description(of font: TextFont) -> OpaquePointer? {
    if let known = descriptions[font] { return known }
    guard let description = pango_font_description_new() else { return nil }
    pango_font_description_set_family(description, Self.familyName(font))
    pango_font_description_set_absolute_size(description, max(font.size, 0.01) * Double(PANGO_SCALE))
    pango_font_description_set_weight(description, PangoWeight(UInt32(min(max(font.weight, 100), 1000))))
    if font.isItalic { pango_font_description_set_style(description, PANGO_STYLE_ITALIC) }
    descriptions[font] = description
    return description
  }

  /// The font's metrics. The system font has the platform's proportions instead of Inter's, so that text has
  /// the same height as on the platform.
  func metrics(of font: TextFont) -> TextFontMetrics {
    if let known = metrics[font] { return known }
    let size = font.size
    var result = TextFontMetrics(
      ascent: 0.952 * size, descent: 0.241 * size, leading: 0, capHeight: 0.705 * size, xHeight: 0.526 * size)
    if font.family != TextFont.system, font.family != TextFont.rounded,
      let description = description(of: font),
      let measured = pango_context_get_metrics(context, description, nil)
    {
      let unit = Double(PANGO_SCALE)
      result.ascent = Double(pango_font_metrics_get_ascent(measured)) / unit
      result.descent = Double(pango_font_metrics_get_descent(measured)) / unit
      pango_font_metrics_unref(measured)
    }
    metrics[font] = result
    return result
  }

  // MARK: Layouts

  func layout(_ key: TextLayout.Key) -> TextLayout {
    if let known = layouts[key] { return known }
    let made = TextLayout(key, engine: self)
    layouts[key] = made
    return made
  }

  private func exists(_ family: String) -> Bool { carob_font_map_has_family(map, family) != 0 }

  package static func metrics(of font: TextFont) -> TextFontMetrics { with { $0.metrics(of: font) } }
  /// Registers the fonts of a file; false if it contains none.
  package static func addFont(path: String) -> Bool {
    with { engine in
      guard carob_font_map_add_file(engine.map, path) != 0 else { return false }
      // Layouts may have used a substitute font.
      engine.metrics = [:]
      engine.layouts = LayoutCache()
      return true
    }
  }

  /// The family, weight and slant of the font with this PostScript or full name, size 0; nil if there is
  /// none.
  package static func face(named name: String) -> TextFont? {
    with { engine in
      var family = [CChar](repeating: 0, count: 256)
      var weight: Int32 = 0
      var italic: Int32 = 0
      guard carob_font_map_find(engine.map, name, &family, family.count, &weight, &italic) != 0 else {
        return nil
      }
      let bytes = family.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return TextFont(
        family: String(decoding: bytes, as: UTF8.self), size: 0, weight: Int(weight), isItalic: italic != 0)
    }
  }

  package static func hasFamily(_ family: String) -> Bool { with { $0.exists(family) } }
}

/// A value behind a lock.
// NB: not the toolchain's Mutex: under contention the kernel transfers its ownership, which the thread
// sanitizer does not see.
private final class Locked<Value>: @unchecked Sendable {
  // @unchecked because the value is only accessed under the lock.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

/// Caches recent layouts: views measure the same text several times in one layout pass, and then draw it.
private struct LayoutCache {
  private static let capacity = 256
  private var young: [TextLayout.Key: TextLayout] = [:]
  private var old: [TextLayout.Key: TextLayout] = [:]

  subscript(key: TextLayout.Key) -> TextLayout? {
    mutating get {
      if let found = young[key] { return found }
      guard let found = old[key] else { return nil }
      self[key] = found
      return found
    }
    set {
      // Two generations: a layout that was not used during a whole generation is dropped.
      if young.count >= Self.capacity {
        old = young
        young = [:]
      }
      young[key] = newValue
    }
  }
}
