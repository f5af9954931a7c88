import CarobFoundation
@_exported import CarobRuntime
import Foundation

open class NotificationCenter: CarobFoundation.NSObject, @unchecked Sendable {
  public static let `default` = NotificationCenter()
  open func addObserver(_ o: Any, selector s: Selector, name: NSNotification.Name?, object: Any?) {}
}
public struct Notification {
  public var object: Any?
  public typealias Name = NSNotification.Name
}
open class NotificationQueue: CarobFoundation.NSObject, @unchecked Sendable {}
