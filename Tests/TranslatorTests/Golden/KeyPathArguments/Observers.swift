import UIKit

class ObserversAddress: NSObject { @objc dynamic var street = "" }
class ObserversPerson: NSObject {
  @objc dynamic var age = 0
  @objc dynamic var address: ObserversAddress?
  @objc(enabled) dynamic var isEnabled = true
  var tokens: [NSKeyValueObservation] = []
  func use(_ other: ObserversPerson) {
    tokens.append(other.observe(\.age, options: .new) { person, change in print(person.age, change.newValue as Any) })
    tokens = [
      observe(\.address?.street) { _, _ in },
      self.observe(\ObserversPerson.isEnabled, changeHandler: { _, _ in }),
    ]
    _ = [1, 2].map(\.description)
  }
}
