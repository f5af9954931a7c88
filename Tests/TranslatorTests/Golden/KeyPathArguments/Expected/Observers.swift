#sourceLocation(file: "/Project/Observers.swift", line: 1)
import UIKit

class ObserversAddress: NSObject {               var street = "" { willSet { _kvoWill("street", self.street) } didSet { _kvoDid("street", self.street) } } ; nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyValue: "street", "street", 3) { s, _, _, _ in unsafeDowncast(s, to: ObserversAddress.self).street }, .init(any: "setStreet:", "street", 3) { s, a, _, _ in unsafeDowncast(s, to: ObserversAddress.self).street = _arg(a) }] }; nonisolated override class var _carobSource: String { "Observers.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init("street", \ObserversAddress.street)] }; nonisolated override class var _carobName: String { "App.ObserversAddress" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { ObserversAddress() } } }
class ObserversPerson: NSObject {
                var age = 0 { willSet { _kvoWill("age", self.age) } didSet { _kvoDid("age", self.age) } }
                var address: ObserversAddress? { willSet { _kvoWill("address", self.address) } didSet { _kvoDid("address", self.address) } }
                         var isEnabled = true { willSet { _kvoWill("enabled", self.isEnabled) } didSet { _kvoDid("enabled", self.isEnabled) } }
  var tokens: [NSKeyValueObservation] = []
  func use(_ other: ObserversPerson) {
    tokens.append(other.observe(_kp(\.age, "age"), options: .new) { person, change in print(person.age, change.newValue as Any) })
    tokens = [
      observe(_kp(\.address?.street, "address.street")) { _, _ in },
      self.observe(_kp(\ObserversPerson.isEnabled, "enabled"), changeHandler: { _, _ in }),
    ]
    _ = [1, 2].map(\.description)
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyValue: "age", "age", 5) { s, _, _, _ in unsafeDowncast(s, to: ObserversPerson.self).age }, .init(any: "setAge:", "age", 5) { s, a, _, _ in unsafeDowncast(s, to: ObserversPerson.self).age = _arg(a) }, .init(anyValue: "address", "address", 6) { s, _, _, _ in unsafeDowncast(s, to: ObserversPerson.self).address }, .init(any: "setAddress:", "address", 6) { s, a, _, _ in unsafeDowncast(s, to: ObserversPerson.self).address = _arg(a) }, .init(anyValue: "enabled", "isEnabled", 7) { s, _, _, _ in unsafeDowncast(s, to: ObserversPerson.self).isEnabled }, .init(any: "setEnabled:", "isEnabled", 7) { s, a, _, _ in unsafeDowncast(s, to: ObserversPerson.self).isEnabled = _arg(a) }] }; nonisolated override class var _carobSource: String { "Observers.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init("age", \ObserversPerson.age), .init("address", \ObserversPerson.address), .init("enabled", \ObserversPerson.isEnabled)] }; nonisolated override class var _carobName: String { "App.ObserversPerson" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { ObserversPerson() } } }
