#sourceLocation(file: "/Project/Objects.swift", line: 1)
import Foundation
import UIKit

class ObjectsModel: _MainActorNSObject {
  var count = 0
  override init() {
    super.init()
    count = 3
  }
        func grow() { count += 1 }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(none: "grow", "grow()", 10) { s in unsafeDowncast(s, to: ObjectsModel.self).grow() }] }; nonisolated override class var _carobSource: String { "Objects.swift" }; nonisolated override class var _carobName: String { "App.ObjectsModel" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { ObjectsModel() } } }
nonisolated class ObjectsFree: NSObject {
        func grow() {}
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyNone: "grow", "grow()", 13) { s in unsafeDowncast(s, to: ObjectsFree.self).grow() }] }; nonisolated override class var _carobSource: String { "Objects.swift" }; nonisolated override class var _carobName: String { "App.ObjectsFree" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { ObjectsFree() } } }
class ObjectsQualified: _MainActorNSObject { nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Objects.swift" }; nonisolated override class var _carobName: String { "App.ObjectsQualified" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { ObjectsQualified() } } }
nonisolated class ObjectsFormatter: NumberFormatter, @unchecked Sendable {
  override func string(from number: NSNumber) -> String? { nil }
}
final class ObjectsDelegate: _MainActorNSObject, UITextFieldDelegate {
  func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(has: "textFieldShouldReturn:", "textFieldShouldReturn(_:)", 20)] }; nonisolated override class var _carobSource: String { "Objects.swift" }; nonisolated override class var _carobName: String { "App.ObjectsDelegate" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { ObjectsDelegate() } } }
@MainActor class ObjectsExplicit: _MainActorNSObject { nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Objects.swift" }; nonisolated override class var _carobName: String { "App.ObjectsExplicit" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { ObjectsExplicit() } } }
