import UIKit

class Dog: NSObject {
  @objc dynamic var name = "Rex"
  @objc dynamic var age = 3
  @objc dynamic var friend: Dog?
  @objc dynamic var computed: String {
    get { name + "!" }
    set { name = newValue }
  }
  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "computed" ? [#keyPath(Dog.name)] : super.keyPathsForValuesAffectingValue(forKey: key)
  }
}
class Watcher: NSObject {
  private var context = 0
  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {
    guard context == &self.context else {
      return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
    print("changed", keyPath ?? "nil", change?[.oldKey] ?? "nil", change?[.newKey] ?? "nil")
  }
  func watch(_ dog: Dog) {
    dog.addObserver(self, forKeyPath: #keyPath(Dog.age), options: [.old, .new], context: &context)
  }
  func unwatch(_ dog: Dog) { dog.removeObserver(self, forKeyPath: #keyPath(Dog.age), context: &context) }
}
class Ring: CALayer {
  @NSManaged var progress: CGFloat
  override class func needsDisplay(forKey key: String) -> Bool {
    key == #keyPath(progress) || super.needsDisplay(forKey: key)
  }
}
class Striped: UIView {
  override class var layerClass: AnyClass { CAGradientLayer.self }
  var gradient: CAGradientLayer { layer as! CAGradientLayer }
}
extension UIView { @objc var note: String { "noted" } }
class Noted: UIView { override var note: String { "over" } }

func keys() {
  let dog = Dog()
  dog.friend = Dog()
  print(#keyPath(Dog.name), #keyPath(Dog.friend.name), #keyPath(UIView.isHidden), #keyPath(CALayer.opacity))
  print(dog.value(forKey: "name") ?? "nil", dog.value(forKeyPath: #keyPath(Dog.friend.age)) ?? "nil")
  dog.setValue("Max", forKey: #keyPath(Dog.name))
  dog.setValue(9, forKeyPath: "friend.age")
  print(
    dog.name, dog.friend!.age, ([dog, dog.friend!] as NSArray).value(forKeyPath: "@sum.age") as? Int ?? 0)
  let token = dog.observe(\.name, options: [.old, .new]) { dog, change in
    print("observed", change.oldValue ?? "nil", change.newValue ?? "nil")
  }
  let nested = dog.observe(\.friend?.age) { _, _ in print("nested") }
  let dependent = dog.observe(\.computed) { dog, _ in print("computed", dog.computed) }
  dog.name = "Bo"
  dog.friend?.age = 1
  token.invalidate()
  nested.invalidate()
  dependent.invalidate()
  dog.name = "silent"
  let watcher = Watcher()
  watcher.watch(dog)
  dog.age = 4
  watcher.unwatch(dog)
  dog.age = 5
  let layer = CALayer()
  layer.setValue(CGFloat.pi, forKeyPath: "transform.rotation.z")
  layer.setValue("free", forKey: "anything")
  print(layer.value(forKey: "anything") ?? "nil", layer.value(forKeyPath: "transform.rotation.z") != nil)
  let ring = Ring()
  ring.progress = 0.5
  print(ring.progress, ring.value(forKey: "progress") ?? "nil", type(of: Striped().gradient))
  print(Noted().note, UIView().note)
  let dogs = [Dog(), dog]
  let old = NSPredicate(format: "age > %d AND name CONTAINS[c] %@", 4, "SIL")
  print(
    (dogs as NSArray).filtered(using: old).count,
    NSPredicate(format: "%K == 3", #keyPath(Dog.age)).evaluate(with: dogs[0]))
  let sorted = (dogs as NSArray).sortedArray(using: [NSSortDescriptor(key: "age", ascending: false)])
  print((sorted.first as? Dog)?.age ?? 0)
}
