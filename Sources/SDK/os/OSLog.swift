import CarobFoundation

/// Where messages of one part of an app go: a subsystem and a category.
///
/// Every message, of whatever level, is written to standard error and is in the trace. DEVIATION: on the platform
/// debug and info messages are dropped unless somebody looks; here somebody always does.
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

  /// The log of an app that makes none.
  public static let `default` = OSLog(disabled: false)
  /// A log that nothing comes out of.
  public static let disabled = OSLog(disabled: true)

  /// Categories with a meaning of their own.
  public struct Category: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
    public static let dynamicTracing = Category(rawValue: "DynamicTracing")
    public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
  }

  public func isEnabled(type: OSLogType) -> Bool { !isDisabled }
  public var signpostsEnabled: Bool { !isDisabled }

  /// Writes a message whose arguments have been put in.
  func write(_ type: OSLogType, _ text: @autoclosure () -> String) {
    guard !isDisabled else { return }
    let names = [subsystem, category, type == .default ? "" : type.name].filter { !$0.isEmpty }
    SystemLog.write(text(), subject: names.joined(separator: ":"))
  }
}
