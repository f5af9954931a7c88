import CarobFoundation

/// The log of one part of an app, identified by subsystem and category.
///
/// Messages of all levels are written to standard error and recorded in the trace. DEVIATION: on the
/// platform debug and info messages are discarded unless the log is being watched.
open class OSLog: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let subsystem: String
  public let category: String
  private let isDisabled: Bool

  public init(subsystem: String, category: String) {
    self.subsystem = subsystem
    self.category = category
    isDisabled = false
    super.init()
  }

  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem: subsystem, category: category.rawValue)
  }

  private init(disabled: Bool) {
    subsystem = ""
    category = ""
    isDisabled = disabled
    super.init()
  }

  /// The log for messages without a subsystem.
  public static let `default` = OSLog(disabled: false)
  /// A log that discards all messages.
  public static let disabled = OSLog(disabled: true)

  /// Categories with a predefined meaning.
  public struct Category: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
    public static let dynamicTracing = Category(rawValue: "DynamicTracing")
    public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
  }

  public func isEnabled(type: OSLogType) -> Bool { !isDisabled }
  public var signpostsEnabled: Bool { !isDisabled }

  /// Writes a message with its arguments already inserted.
  func write(_ type: OSLogType, _ text: @autoclosure () -> String) {
    guard !isDisabled else { return }
    let names = [subsystem, category, type == .default ? "" : type.name].filter { !$0.isEmpty }
    SystemLog.write(text(), subject: names.joined(separator: ":"))
  }
}
