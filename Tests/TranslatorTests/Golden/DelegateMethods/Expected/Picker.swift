#sourceLocation(file: "/Project/Picker.swift", line: 1)
import UIKit

@MainActor protocol PickerDelegate: AnyObject {
    func picker(_ picker: PickerView, didPick color: Int)
    func pickerDidFinish()
    func picker(_ picker: PickerView, willShow rows: inout [Int]) throws -> Bool
    func pickerIsEmpty(_ picker: PickerView)
    func save(_ value: Int) async throws -> Int
    func note(_ text: String) async
}

@MainActor protocol PickerDataSource: AnyObject {
    func numberOfRows(in picker: PickerView) -> Int
    func picker(_ picker: PickerView, titleFor row: Int) -> String?
    func kind(of row: Int) -> PickerView.Kind
    func make() -> () -> Int
    func state(_ row: Int) -> Int
    func never() -> Int
}

/// Not a delegate.
@MainActor protocol Themed {
    func apply()
}

@MainActor protocol ListDelegateProtocol {
    func listDidChange()
}

@MainActor       protocol LegacyDelegate: NSObjectProtocol, _CarobOptional {
                   func legacy(_ view: UIView, did number: Int) -> Bool
}; extension LegacyDelegate { func legacy(_ view: UIView, did number: Int) -> Bool { _sendMessage(self, "legacy:did:", view, number).result as! Bool } }

class PickerView: UIView {
    enum Kind { case plain, wide }
    weak var delegate: (any PickerDelegate)?
    weak var dataSource: (any PickerDataSource)?
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Picker.swift" }; nonisolated override class var _carobName: String { "App.PickerView" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { PickerView() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { PickerView(coder: $0) } }; nonisolated override class var _carobNewFrame: (@MainActor @Sendable (CGRect) -> UIView)? { { PickerView(frame: $0) } } }
