#sourceLocation(file: "/Project/Metatypes.swift", line: 1)
import UIKit

protocol MetatypeBuildable { init() }
struct MetatypeValue: MetatypeBuildable {
  init() {}
  init?(text: String) { return nil }
  init(checked: Int) throws {}
  func another() -> Self { NSObject._carobInit(type(of: self), { $0.init() }) }
}
class MetatypeObject: NSObject {
  required override init() { super.init() }
  class func shared() -> Self { self.init() }
  func copy() -> Self { NSObject._carobInit(type(of: self), { $0.init() }) }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(has: "copy", "copy()", 13)] }; nonisolated override class var _carobSource: String { "Metatypes.swift" }; nonisolated override class var _carobName: String { "App.MetatypeObject" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { MetatypeObject() } } }
class MetatypeNumber: NSObject {
  required init(_ number: Int) { super.init() }
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Metatypes.swift" }; nonisolated override class var _carobName: String { "App.MetatypeNumber" } }
struct MetatypeRow { var kind: NSObject.Type; var optional: NSObject.Type? }

func metatypesOfClasses(_ kind: NSObject.Type, _ optional: NSObject.Type?, _ kinds: [NSObject.Type], _ row: MetatypeRow) {
  let one = NSObject._carobInit(kind, { $0.init() })
  let two = NSObject._carobInit(optional!, { $0.init() })
  let three: NSObject? = optional.map({ NSObject._carobInit($0, { $0.init() }) })
  let four: Int? = row.optional.map({ NSObject._carobInit($0, { $0.init() }) })?.hash
  let five = NSObject._carobInit(kinds[0], { $0.init() }).hash
  if NSObject._carobInit(row.kind, { $0.init() }).isEqual(one) { print(two, five, four ?? 0, three ?? one) }
  let made = kinds.map { NSObject._carobInit($0, { $0.init() }) }
  let numbers = [1, 2].map { NSObject._carobInit((kind as! MetatypeNumber.Type), with: $0, make: { $1.init($0) }) } + [1: 2].map { NSObject._carobInit((kind as! MetatypeNumber.Type), with: $0, $1, make: { $2.init($0 * $1 + [3].map { $0 }[0]) }) }
  print(numbers)
  print([1].map { NSObject._carobInit((kind as! MetatypeNumber.Type), with: $0, make: { $1.init((kind as! MetatypeNumber.Type).init($0).hash) }) })
  let cast = (kind as? MetatypeObject.Type).map({ NSObject._carobInit($0, { $0.init() }) })
  print(made, cast ?? one, NSObject.init())
}
func metatypesOfValues(_ kind: any MetatypeBuildable.Type, _ value: MetatypeValue.Type) throws {
  print(NSObject._carobInit(kind, { $0.init() }), NSObject._carobInit(value, { $0.init(text: "a") }) ?? NSObject._carobInit(value, { $0.init() }), try NSObject._carobInit(value, { try $0.init(checked: 1) }), MetatypeValue.init())
  let implicit: MetatypeValue = .init()
  print(implicit, [Int].init())
}
func metatypesOfParameters<T: NSObject>(_ kind: T.Type) -> T { NSObject._carobInit(kind, { $0.init() }) }
