#sourceLocation(file: "/Project/Managed.swift", line: 1)
import UIKit

class ManagedLayer: CALayer {
             var progress: CGFloat { get { _managedValue("progress") } set { _setManagedValue(newValue, "progress") } }
             public         var caption: String? { get { _managedValue("caption") } set { _setManagedValue(newValue, "caption") } }
  override class func needsDisplay(forKey key: String) -> Bool {
    key == _keyPath("progress", ManagedLayer.self, { $0.progress }) || super.needsDisplay(forKey: key)
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(has: "needsDisplayForKey:", "needsDisplay(forKey:)", 6)] }; nonisolated override class var _carobSource: String { "Managed.swift" }; nonisolated override class var _carobName: String { "App.ManagedLayer" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { ManagedLayer() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { nil }; nonisolated override class var _carobNewCopy: (@MainActor @Sendable (Any) -> CALayer)? { { ManagedLayer(layer: $0) } } }
