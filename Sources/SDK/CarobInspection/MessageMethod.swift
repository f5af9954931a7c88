import CarobFoundation
import CarobRuntime

extension Inspection {
  /// A method that has a selector.
  public struct MessageMethod: CustomStringConvertible, Sendable {
    public let selector: Selector
    /// The full Swift name, `tableView(_:didSelectRowAt:)`.
    public let swiftName: String
    /// Where it is declared; nil for methods of the SDK.
    public let site: String?
    /// Whether a message can call it. An override of a framework's method is called only by the framework.
    public let isCallable: Bool

    init(_ method: Method) {
      selector = method.selector
      swiftName = method.swiftName
      site = method.site
      isCallable = method.isCallable
    }

    /// `songChanged: is songChanged(_:) at PlayerViewController.swift:20`.
    public var description: String { "\(selector.name) is \(swiftName)\(place(site))" }
  }
}
