import UIKit

@objc protocol DynamicQuestions { @objc optional func ask(_ number: Int) -> Int }
class DynamicHolder: UIViewController {
  var target: AnyObject?
  var all: [AnyObject] = []
  func use(_ item: Any, _ table: [String: AnyObject]) throws {
    print(target?.teeth as Any, target!.teeth as Any, self.target?.teeth as Any)
    let plain = item as AnyObject
    plain.roar(3); plain.roar?(3); _ = plain.shout(4)
    if plain.roar != nil, let teeth = plain.teeth { print(teeth + 1) }
    for one in all { print(one.tag ?? 0) }
    print(all.map { $0.tag! }, all[0].tag!, all.first?.tag as Any, table["a"]?.tag as Any)
    try plain.bite(); plain.chew()
    plain.move(to: 2, fast: true)  // of AnyObject, without labels
    print(plain["key"] as Any, (plain as AnyObject).ask?(1) as Any)
    if let plain = plain as? UIView { print(plain.tag) }
    func inner(_ target: UIView) { print(target.tag) }
  }
}
class DynamicMouth: NSObject {
  @objc func shout(_ times: Int) -> Int { times }
  @objc func bite() throws {}
  @objc func chew(_ times: Int = 1) {}
  @objc func move(to place: Int, fast: Bool) {}
}
