import Foundation
import UIKit

class ObjectsModel: NSObject {
  var count = 0
  override init() {
    super.init()
    count = 3
  }
  @objc func grow() { count += 1 }
}
nonisolated class ObjectsFree: NSObject {
  @objc func grow() {}
}
class ObjectsQualified: Foundation.NSObject {}
class ObjectsFormatter: NumberFormatter, @unchecked Sendable {
  override func string(from number: NSNumber) -> String? { nil }
}
final class ObjectsDelegate: NSObject, UITextFieldDelegate {
  func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}
@MainActor class ObjectsExplicit: NSObject {}
