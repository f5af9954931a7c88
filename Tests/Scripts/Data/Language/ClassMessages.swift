import UIKit

// F-242: messages to classes.

class Registry: NSObject {
  @objc class func clear() { print("cleared", self) }
  @objc class func name(_ prefix: String) -> String { prefix + "registry" }
  @objc class func join(_ a: String, with b: String) -> String { a + b }
  @objc func member() {}
}
class SubRegistry: Registry {
  override class func clear() { print("sub cleared") }
}

func classMessages() {
  print(Registry.responds(to: #selector(Registry.clear)), Registry.responds(to: #selector(Registry.member)))
  print(Registry.instancesRespond(to: #selector(Registry.member)))
  print(NSObject.responds(to: #selector(Registry.clear)))
  Registry.perform(#selector(Registry.clear))
  SubRegistry.perform(#selector(Registry.clear))
  let kind: Registry.Type = SubRegistry.self
  kind.perform(#selector(Registry.clear))
  let name = Registry.perform(#selector(Registry.name(_:)), with: "my ")?.takeUnretainedValue() as? String
  print(name ?? "nil")
  let joined = Registry.perform(#selector(Registry.join(_:with:)), with: "a", with: "b")
  print(joined?.takeUnretainedValue() as? String ?? "nil")
  let object = Registry()
  print(
    object.responds(to: #selector(Registry.member)), type(of: object).responds(to: #selector(Registry.clear)))
  print(#selector(NSObject.responds(to:)), #selector(NSObject.perform(_:with:)))
  classesAsObjects()
}

/// A class as a value of `AnyObject` and as a target that is not retained elsewhere.
func classesAsObjects() {
  _ = (Registry.self as AnyObject).perform(#selector(Registry.clear))
  let hidden = SubRegistry.self as AnyObject
  _ = hidden.perform(#selector(Registry.clear))
  print(hidden.responds(to: #selector(Registry.clear)), hidden.responds(to: #selector(Registry.member)))
  let button = UIButton()
  button.addTarget(SubRegistry.self, action: #selector(Registry.clear), for: .touchUpInside)
  button.addTarget(SubRegistry.self, action: #selector(Registry.clear), for: .touchUpInside)
  button.sendActions(for: .touchUpInside)
  button.removeTarget(SubRegistry.self, action: nil, for: .allEvents)
  button.sendActions(for: .touchUpInside)
  print(button.allTargets.count)
  let item = UIBarButtonItem(
    barButtonSystemItem: .add, target: Registry.self, action: #selector(Registry.clear))
  print(item.target != nil, item.target as? Registry.Type == Registry.self)
}
