import UIKit

class ListScreen: UIViewController, PickerDataSource, Themed {
    func apply() { print("no delegate's") }

    func numberOfRows(in picker: PickerView) -> Int { 3 }

    func picker(_ picker: PickerView, titleFor row: Int) -> String? {
        guard row > 0 else { return nil }
        let name = ["a", "b"].first { item in
            return item == "a"
        }
        return row > 1 ? name : "one" // the rest
    }

    func kind(of row: Int) -> PickerView.Kind {
        switch row {
        case 0: .plain
        default: .wide
        }
    }

    func make() -> () -> Int {
        // Closures and functions inside keep their own.
        func inner() -> Int { return 1 }
        return { return inner() }
    }

    func state(_ row: Int) -> Int {
        if row > 1 {
            return 1
        } else {
            return if row > 0 { 2 } else { 3 }
        }
    }

    func never() -> Int { fatalError("no") }
}

class Screen: UIViewController, LegacyDelegate, ListDelegateProtocol {
    func legacy(_ view: UIView, did number: Int) -> Bool { number > 0 }
    func listDidChange() {}
    static func listDidChange() {}
}

extension Screen: PickerDelegate {
    func picker(_ picker: PickerView, didPick color: Int) { // as told
        print(color, #function)
    }

    func pickerDidFinish() {
        /* nothing to do */
    }

    func picker(_ picker: PickerView, willShow rows: inout [Int]) throws -> Bool {
        rows.append(1)
        return try rows.isEmpty && check()
    }

    private func check() throws -> Bool { true }

    func pickerIsEmpty(_: PickerView) { dismiss(animated: true) }

    func save(_ value: Int) async throws -> Int { try await stored(value) }

    func stored(_ value: Int) async throws -> Int { value }

    func note(_ text: String) async { print(text) }
}

final class WideScreen: Screen {
    override func listDidChange() {
        super.listDidChange()
        view.isHidden = true
    }
}

/// Not an object of Cocoa's.
final class Model<Element> {
    var elements: [Element] = []
}

extension Model: ListDelegateProtocol {
    nonisolated func listDidChange() { print("model") }
}

extension UISwitch: ListDelegateProtocol {
    func listDidChange() { isOn = true }
}

struct Value: ListDelegateProtocol {
    func listDidChange() { print("value") }
}
