import UIKit

protocol MetatypeBuildable { init() }
struct MetatypeValue: MetatypeBuildable {
  init() {}
  init?(text: String) { return nil }
  init(checked: Int) throws {}
  func another() -> Self { type(of: self).init() }
}
class MetatypeObject: NSObject {
  required override init() { super.init() }
  class func shared() -> Self { self.init() }
  func copy() -> Self { type(of: self).init() }
}
class MetatypeNumber: NSObject {
  required init(_ number: Int) { super.init() }
}
struct MetatypeRow { var kind: NSObject.Type; var optional: NSObject.Type? }

func metatypesOfClasses(_ kind: NSObject.Type, _ optional: NSObject.Type?, _ kinds: [NSObject.Type], _ row: MetatypeRow) {
  let one = kind.init()
  let two = optional!.init()
  let three: NSObject? = optional?.init()
  let four: Int? = row.optional?.init().hash
  let five = kinds[0].init().hash
  if row.kind.init().isEqual(one) { print(two, five, four ?? 0, three ?? one) }
  let made = kinds.map { $0.init() }
  let numbers = [1, 2].map { (kind as! MetatypeNumber.Type).init($0) } + [1: 2].map { (kind as! MetatypeNumber.Type).init($0 * $1 + [3].map { $0 }[0]) }
  print(numbers)
  print([1].map { (kind as! MetatypeNumber.Type).init((kind as! MetatypeNumber.Type).init($0).hash) })
  let cast = (kind as? MetatypeObject.Type)?.init()
  print(made, cast ?? one, NSObject.init())
}
func metatypesOfValues(_ kind: any MetatypeBuildable.Type, _ value: MetatypeValue.Type) throws {
  print(kind.init(), value.init(text: "a") ?? value.init(), try value.init(checked: 1), MetatypeValue.init())
  let implicit: MetatypeValue = .init()
  print(implicit, [Int].init())
}
func metatypesOfParameters<T: NSObject>(_ kind: T.Type) -> T { kind.init() }
