internal import Raster

/// The layout of a notification on the screen, in points, origin at the top left.
///
/// Cairo draws it in snapshots, the page draws it in the browser; both use these frames.
public struct NotificationCard: Sendable, Equatable {
  public struct Frame: Sendable, Equatable {
    public var x, y, width, height: Double
    public init(x: Double, y: Double, width: Double, height: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
    public func contains(x: Double, y: Double) -> Bool {
      x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
    }
  }

  public var app: String
  public var title: String
  public var subtitle: String
  public var body: String
  /// `now`, or the age: `5m ago`.
  public var time: String
  /// The PNG file of the picture beside the text; empty for none.
  public var picture: [UInt8]
  public private(set) var frame: Frame

  static let padding = 14.0
  static let icon = 38.0
  static let lineHeight = 19.0

  /// - Parameter top: the y coordinate of its top edge.
  public init(
    app: String, title: String, subtitle: String, body: String, time: String, picture: [UInt8] = [],
    screenWidth: Double, top: Double
  ) {
    self.app = app
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.time = time
    self.picture = picture
    // An iPad's banner does not have the width of the screen.
    let width = min(screenWidth - 16, 500)
    frame = Frame(x: ((screenWidth - width) / 2).rounded(), y: top, width: width, height: 0)
    let lines = (heading.isEmpty ? 0 : 1) + (subtitle.isEmpty ? 0 : 1) + bodyLines
    frame.height = max(Self.icon, Self.lineHeight * Double(lines)) + 2 * Self.padding
  }

  /// The bold line: the title, or the app's name without one.
  public var heading: String { title.isEmpty ? app : title }

  /// The number of lines of the body, at most four.
  private var bodyLines: Int {
    guard !body.isEmpty else { return 0 }
    return min(max(Self.text(body, weight: 400, level: 0, width: textWidth, lines: 4).lines.count, 1), 4)
  }

  /// The frame of the picture; nil without one.
  var pictureFrame: Frame? {
    guard !picture.isEmpty else { return nil }
    return Frame(
      x: frame.x + frame.width - Self.padding - Self.icon, y: frame.y + (frame.height - Self.icon) / 2,
      width: Self.icon, height: Self.icon)
  }

  /// The right edge of the text.
  var textEnd: Double { (pictureFrame?.x ?? frame.x + frame.width) - Self.padding }
  var textWidth: Double { textEnd - frame.x - Self.icon - 2 * Self.padding }

  static func text(
    _ text: String, size: Double = 15, weight: Int, level: Double, width: Double? = nil, lines: Int = 1
  ) -> TextLayout {
    let color = RasterColor(red: level, green: level, blue: level)
    let font = TextFont(family: "Inter", size: size, weight: weight)
    var paragraph = TextParagraph()
    // Text that does not fit is truncated with an ellipsis, as on the platform.
    paragraph.lineBreak = .truncatingTail
    return TextLayout.make(
      [TextRun(text, TextAttributes(font: font, color: color), paragraph)], width: width, lineLimit: lines)
  }

  /// Stacks the cards of a list vertically.
  public static func stack(
    _ cards: [NotificationCard], top: Double, screenHeight: Double
  ) -> [NotificationCard] {
    var result: [NotificationCard] = []
    var y = top
    for var card in cards {
      card.frame.y = y
      guard y + card.frame.height <= screenHeight - 40 else { break }
      y += card.frame.height + 8
      result.append(card)
    }
    return result
  }
}

/// The system's screens that replace the app, and its notifications over the app.
public struct SystemScreen: Sendable, Equatable {
  public enum Place: Sendable, Equatable {
    /// The app itself.
    case app
    /// The home screen: the app's name, and the badge of its icon (0 for none).
    case home(app: String, badge: Int64)
    case lock(day: String)
  }
  public var place: Place
  /// The notifications on the lock screen.
  public var cards: [NotificationCard] = []
  public var banner: NotificationCard?
  public init(place: Place = .app) { self.place = place }
}
