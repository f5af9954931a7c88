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
}
