import UIKit

class PathsStreet: NSObject { @objc var number = 0 }
class PathsAddress: NSObject { @objc var street: PathsStreet?; @objc(zip) var zipCode = "" }
class PathsPerson: NSObject {
  @objc var name = ""
  @objc var isActive = true
  @objc var address = PathsAddress()
  @objc var friends: [PathsPerson] = []
  func use() -> [String] {
    if "x" == #keyPath(name) { return [] }
    return [
      #keyPath(address.street.number), #keyPath(PathsPerson.address.zipCode), #keyPath(PathsPerson.isActive),
      #keyPath(PathsPerson.friends.name), #keyPath(friends.address.street.number),
    ]
  }
}
func pathsUse() -> String { #keyPath(PathsPerson.address.street) }
@MainActor func pathsFramework() -> String { #keyPath(UIView.isHidden) + #keyPath(UIView.layer.opacity) }
