import UIKit

// F-210, F-211, F-212, F-213: members of AnyObject, through variables, optionals, collections.

class Monster: NSObject {
  @objc var name = "m"
  @objc var strength = 10
  @objc weak var owner: Monster?
  @objc func bite(_ count: Int) -> Int { strength - count }
  @objc(growl:loud:) func growl(_ text: String, loudly: Bool) -> String { loudly ? text + "!" : text }
}

class Keeper: NSObject {
  var held: AnyObject?
  var many: [AnyObject] = []
  var table: [String: AnyObject] = [:]
  lazy var late: AnyObject = Monster()
}

func lookUp() {
  let monster = Monster()
  let keeper = Keeper()
  keeper.held = monster
  keeper.many = [monster, UIView(), UIButton(type: .system)]
  keeper.table = ["a": monster]
  keeper.use()
  let any: Any = monster
  print("any", (any as AnyObject).strength ?? 0)
  let nothing: AnyObject? = nil
  print("nothing", nothing?.name ?? "nil")
}

extension Keeper {
  func use() {
    print("held", held?.name ?? "nil", held!.strength ?? 0, held?.bite(3) ?? 0, held?.bite?(4) ?? 0)
    print("many", many[0].name ?? "nil", many[1].name ?? "nil", many.map { $0.isHidden == nil })
    print("table", table["a"]?.growl("r", loudly: true) ?? "nil", table["b"]?.name ?? "nil")
    print("late", late.strength ?? 0)
    if let name = held?.name { print("bound", name) }
    for object in many { if let tag = object.tag { print("tag", tag) } }
  }
}

@objc protocol Source: NSObjectProtocol {
  @objc optional var title: String { get }
  @objc optional func count(in section: Int) -> Int
  @objc optional func note()
}
class Full: NSObject, Source {
  var title: String { "full" }
  func count(in section: Int) -> Int { section + 1 }
  func note() { print("noted") }
}
class Bare: NSObject, Source {}

func optionalRequirements() {
  for source in [Full(), Bare()] as [Source] {
    print("source", source.title ?? "nil", source.count?(in: 2) ?? 0, source.note != nil)
    source.note?()
  }
}

// F-217

class Panel: UIView {
  override var isHidden: Bool { didSet { print("hidden", oldValue, isHidden) } }
  @objc var isLoud = false
}

func keyPaths() {
  print(
    #keyPath(UIView.isHidden), #keyPath(Panel.isHidden), #keyPath(Panel.isLoud), #keyPath(Monster.owner.name))
  let panel = Panel()
  panel.setValue(true, forKey: #keyPath(Panel.isHidden))
  panel.setValue(true, forKey: #keyPath(Panel.isLoud))
  print(panel.isHidden, panel.value(forKey: "hidden") ?? "nil", panel.isLoud)
}
