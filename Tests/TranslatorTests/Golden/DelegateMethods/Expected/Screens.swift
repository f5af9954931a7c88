#sourceLocation(file: "/Project/Screens.swift", line: 1)
import UIKit

class ListScreen: UIViewController, PickerDataSource, Themed {
    func apply() { print("no delegate's") }

    func numberOfRows(in picker: PickerView) -> Int { let _carobEvent = _carobEnter(.dataSource, "numberOfRows(in:)", self, "Screens.swift:6"); defer { _carobLeave(_carobEvent) }; return 3 ⇠⇠ _carobEvent }

    func picker(_ picker: PickerView, titleFor row: Int) -> String? { let _carobEvent = _carobEnter(.dataSource, "picker(_:titleFor:)", self, from: picker, "Screens.swift:8"); defer { _carobLeave(_carobEvent) };
        guard row > 0 else { return nil ⇠⇠ _carobEvent }
        let name = ["a", "b"].first { item in
            return item == "a"
        }
        return row > 1 ? name : "one" ⇠⇠ _carobEvent // the rest
    }

    func kind(of row: Int) -> PickerView.Kind { let _carobEvent = _carobEnter(.dataSource, "kind(of:)", self, "Screens.swift:16"); defer { _carobLeave(_carobEvent) };
        return switch row {
        case 0: .plain
        default: .wide
        }
    }

    func make() -> () -> Int { let _carobEvent = _carobEnter(.dataSource, "make()", self, "Screens.swift:23"); defer { _carobLeave(_carobEvent) };
        // Closures and functions inside keep their own.
        func inner() -> Int { return 1 }
        return { return inner() } ⇠⇠ _carobEvent
    }

    func state(_ row: Int) -> Int { let _carobEvent = _carobEnter(.dataSource, "state(_:)", self, "Screens.swift:29"); defer { _carobLeave(_carobEvent) };
        if row > 1 {
            return 1 ⇠⇠ _carobEvent
        } else {
            return if row > 0 { 2 } else { 3 }
        }
    }

    func never() -> Int { let _carobEvent = _carobEnter(.dataSource, "never()", self, "Screens.swift:37"); defer { _carobLeave(_carobEvent) }; fatalError("no") }
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Screens.swift" }; nonisolated override class var _carobName: String { "App.ListScreen" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { ListScreen() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { ListScreen(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { ListScreen(nibName: $0, bundle: $1) } } }

class Screen: UIViewController, LegacyDelegate, ListDelegateProtocol {
    func legacy(_ view: UIView, did number: Int) -> Bool { let _carobEvent = _carobEnter(.delegate, "legacy(_:did:)", self, from: view, "Screens.swift:41"); defer { _carobLeave(_carobEvent) }; return number > 0 ⇠⇠ _carobEvent }
    func listDidChange() { _carobLeave(_carobEnter(.delegate, "listDidChange()", self, "Screens.swift:42"));}
    static func listDidChange() {}
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(value: "legacy:did:", "legacy(_:did:)", 41) { s, a, b, _ in unsafeDowncast(s, to: Screen.self).legacy(_arg(a), did: _arg(b)) }] }; nonisolated override class var _carobSource: String { "Screens.swift" }; nonisolated override class var _carobName: String { "App.Screen" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { Screen() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { Screen(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { Screen(nibName: $0, bundle: $1) } } }

extension Screen: PickerDelegate {
    func picker(_ picker: PickerView, didPick color: Int) { let _carobEvent = _carobEnter(.delegate, "picker(_:didPick:)", self, from: picker, "Screens.swift:47"); defer { _carobLeave(_carobEvent) }; // as told
        print(color, #function)
    }

    func pickerDidFinish() { _carobLeave(_carobEnter(.delegate, "pickerDidFinish()", self, "Screens.swift:51"));
        /* nothing to do */
    }

    func picker(_ picker: PickerView, willShow rows: inout [Int]) throws -> Bool { let _carobEvent = _carobEnter(.delegate, "picker(_:willShow:)", self, from: picker, "Screens.swift:55"); defer { _carobLeave(_carobEvent) };
        rows.append(1)
        return try rows.isEmpty && check() ⇠⇠ _carobEvent
    }

    private func check() throws -> Bool { true }

    func pickerIsEmpty(_: PickerView) { let _carobEvent = _carobEnter(.delegate, "pickerIsEmpty(_:)", self, "Screens.swift:62"); defer { _carobLeave(_carobEvent) }; dismiss(animated: true) }

    func save(_ value: Int) async throws -> Int { _carobReceived(.delegate, "save(_:)", self, "Screens.swift:64"); return try await stored(value) }

    func stored(_ value: Int) async throws -> Int { value }

    func note(_ text: String) async { _carobReceived(.delegate, "note(_:)", self, "Screens.swift:68"); print(text) }
}

final class WideScreen: Screen {
    override func listDidChange() { let _carobEvent = _carobEnter(.delegate, "listDidChange()", self, "Screens.swift:72"); defer { _carobLeave(_carobEvent) };
        super.listDidChange()
        view.isHidden = true
    }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(has: "listDidChange", "listDidChange()", 72)] }; nonisolated override class var _carobSource: String { "Screens.swift" }; nonisolated override class var _carobName: String { "App.WideScreen" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { WideScreen() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { WideScreen(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { WideScreen(nibName: $0, bundle: $1) } } }

/// Not an object of Cocoa's.
final class Model<Element> {
    var elements: [Element] = []
}

extension Model: ListDelegateProtocol {
    nonisolated func listDidChange() { let _carobEvent = _carobEnter(.delegate, "listDidChange()", self, "Screens.swift:84"); defer { _carobLeave(_carobEvent) }; print("model") }
}

extension UISwitch: ListDelegateProtocol {
    func listDidChange() { let _carobEvent = _carobEnter(.delegate, "listDidChange()", self, "Screens.swift:88"); defer { _carobLeave(_carobEvent) }; isOn = true }
}

struct Value: ListDelegateProtocol {
    func listDidChange() { print("value") }
}
