import UIKit

@objc(TableRenamed) class Renamed: NSObject {
  @objc(renamedName) var name: String { "renamed" }
  @objc(doIt:now:) func perform(it: Int, at once: Bool) { print("did it") }
}
@objcMembers class Members: NSObject {
  var text = "members"
  dynamic var number = 1
  func greet(_ name: String) -> String { "hello " + name }
}
class Mixed: NSObject {
  @objc var plain = 3
  @objc dynamic var watched = "a"
  @objc static let shared = Mixed()
  @objc private func hidden() { print("hidden") }
  @nonobjc func swiftOnly() {}
  @objc enum Kind: Int { case one, two }
  @objc lazy var late: [String] = ["late"]
  @objc subscript(index: Int) -> String { "at \(index)" }
  @objc func throwing(_ flag: Bool) throws -> String { flag ? "ok" : "no" }
  func callHidden() { perform(#selector(hidden)) }
}

@objc protocol Worker: NSObjectProtocol {
  func work()
  @objc optional func rest(_ hours: Int) -> String
  @objc optional var name: String { get }
}
class Busy: NSObject, Worker { func work() { print("busy works") } }
class Lazy: Busy {
  @objc func rest(_ hours: Int) -> String { "rested \(hours)" }
  @objc var name: String { "lazy" }
}
class Fake: NSObject, Worker {
  func work() { print("fake") }
  func rest(_ hours: Int) -> String { "no rest" }
}
class Board: UIViewController {
  @IBOutlet weak var label: UILabel!
  @IBOutlet var field: UITextField?
  @IBOutlet var buttons: [UIButton]!
  @IBInspectable var radius: CGFloat = 2 { didSet { print("radius", radius) } }
  @IBAction func none() { print("none") }
  @IBAction func one(_ sender: UIButton) { print("one", sender.tag) }
  @IBAction func any(_ sender: Any?) { print("any", sender is UIButton) }
  @IBAction func two(_ sender: UIButton, forEvent event: UIEvent?) { print("two", sender.tag) }
  @IBSegueAction func make(_ coder: NSCoder, sender: Any?, identifier: String?) -> UIViewController? { nil }
}

func attributes() {
  let renamed = Renamed()
  print(NSStringFromClass(Renamed.self), renamed.value(forKey: "renamedName") ?? "nil")
  print(renamed.responds(to: Selector("doIt:now:")), NSClassFromString("TableRenamed") != nil)
  let members = Members()
  members.setValue("set", forKey: "text")
  print(members.text, members.perform(#selector(Members.greet(_:)), with: "you").takeUnretainedValue())
  let mixed = Mixed()
  mixed.setValue(5, forKey: "plain")
  mixed.callHidden()
  print(
    mixed.plain, mixed.late, mixed[2], mixed.value(forKey: "late") as? [String] ?? [], Mixed.Kind.two.rawValue
  )
  print((try? mixed.throwing(true)) ?? "nil")
  for worker in [Busy(), Lazy(), Fake()] as [any Worker] {
    worker.work()
    print(worker.rest?(2) ?? "no answer", worker.name ?? "nameless", worker.rest != nil)
    print(worker.responds(to: #selector(Worker.rest(_:))))
  }
  let board = Board()
  let label = UILabel()
  board.setValue(label, forKey: "label")
  board.setValue([UIButton(), UIButton()], forKey: "buttons")
  board.setValue(4, forKey: "radius")
  print(board.label === label, board.field == nil, board.buttons.count)
  let button = UIButton()
  button.tag = 6
  button.addTarget(board, action: #selector(Board.none), for: .touchUpInside)
  button.addTarget(board, action: #selector(Board.one(_:)), for: .touchUpInside)
  button.addTarget(board, action: #selector(Board.any), for: .touchUpInside)
  button.addTarget(board, action: #selector(Board.two(_:forEvent:)), for: .touchUpInside)
  button.sendActions(for: .touchUpInside)
}
