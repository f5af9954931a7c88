import CarobRuntime
import Foundation
@_weakLinked import FoundationNetworking

extension URLSessionConfiguration {
  /// Stored without effect, because this machine's network is not expensive.
  public var allowsExpensiveNetworkAccess: Bool {
    get { kept("expensive") }
    set { keep("expensive", newValue, "allowsExpensiveNetworkAccess") }
  }
  /// Stored without effect, because this machine's network is not constrained.
  public var allowsConstrainedNetworkAccess: Bool {
    get { kept("constrained") }
    set { keep("constrained", newValue, "allowsConstrainedNetworkAccess") }
  }

  private func kept(_ key: StaticString) -> Bool {
    objc_getAssociatedObject(self, key.utf8Start) as? Bool ?? true
  }
  private func keep(_ key: StaticString, _ value: Bool, _ name: String) {
    objc_setAssociatedObject(self, key.utf8Start, value, .OBJC_ASSOCIATION_RETAIN)
    if !value { unimplemented("URLSessionConfiguration.\(name) = false: requests are sent anyway") }
  }
}
