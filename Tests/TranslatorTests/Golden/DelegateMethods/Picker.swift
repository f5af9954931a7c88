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

@MainActor @objc protocol LegacyDelegate: NSObjectProtocol {
    @objc optional func legacy(_ view: UIView, did number: Int) -> Bool
}

class PickerView: UIView {
    enum Kind { case plain, wide }
    weak var delegate: (any PickerDelegate)?
    weak var dataSource: (any PickerDataSource)?
}
