import CarobRuntime
import Foundation
@_weakLinked import FoundationNetworking

extension URLSessionConfiguration {
  /// Kept, without effect: the network of this machine costs nothing.
  public var allowsExpensiveNetworkAccess: Bool {
    get { kept("expensive") }
    set { keep("expensive", newValue, "allowsExpensiveNetworkAccess") }
  }
  /// Kept, without effect: the network of this machine is not constrained.
  public var allowsConstrainedNetworkAccess: Bool {
    get { kept("constrained") }
    set { keep("constrained", newValue, "allowsConstrainedNetworkAccess") }
  }

  private func kept(_ key: StaticString) -> Bool {
    objc_getAssociatedObject(self, key.utf8Start) as? Bool ?? true
  }
  private func keep(_ key: StaticString, _ value: Bool, _ name: String) {
    objc_setAssociatedObject(self, key.utf8Start, value, .OBJC_ASSOCIATION_RETAIN)
    if !value { unimplemented("URLSessionConfiguration.\(name) false: every request is sent all the same") }
  }
}
