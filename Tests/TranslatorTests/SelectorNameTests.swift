import TestSupport
import Testing

@testable import Translator

/// The selectors in the method tables of translated modules.
@Suite struct SelectorNameTests {
  private func translate(_ text: String) -> TranslationResult {
    ModuleTranslator(options: Mode.five.options).translate([
      SourceFile(path: "/Project/A.swift", projectRelativePath: "A.swift", text: "import UIKit\n" + text)
    ])
  }

  /// Each class's entries with their kind, selector and Swift name, in order.
  private func entries(_ text: String) -> [String] {
    let translated = translate(text).files.map(\.text).joined()
    return translated.matches(of: /\.init\((\w+: )?"([^"]+)", "([^"]+)", \d+\)/).map {
      "\($0.2) = \($0.3)"
    }
  }

  private func diagnostics(_ text: String) -> [String] {
    translate(text).diagnostics.map { $0.description.replacing("/Project/", with: "") }
  }

  @Test(.rule("C-105"))
  func `an @NSManaged method of a layer is an error that says where the attribute is allowed`() {
    #expect(
      diagnostics("class Disc: CALayer {\n  @NSManaged var angle: CGFloat\n  @NSManaged func spin()\n}\n")
        == [
          "A.swift:4:3: error: '@NSManaged' is allowed on properties, and on methods of managed objects; 'spin()' of 'Disc' is "
            + "neither"
        ])
  }

  @Test(.rule("F-138", "L-160"))
  func
    `the async form of a delegate's method that no protocol has is called by its entry, as the form with a handler`()
  {
    let text = """
      class App: UIResponder, UIApplicationDelegate {
        func application(_ a: UIApplication, didReceiveRemoteNotification u: [AnyHashable: Any]) async -> UIBackgroundFetchResult { .newData }
      }
      class Old: UIResponder, UIApplicationDelegate {
        func application(_ a: UIApplication, didReceiveRemoteNotification u: [AnyHashable: Any]) {}
      }
      """
    #expect(
      entries(text) == [
        "application:didReceiveRemoteNotification:fetchCompletionHandler: = application(_:didReceiveRemoteNotification:)",
        "application:didReceiveRemoteNotification: = application(_:didReceiveRemoteNotification:)",
      ])
    #expect(
      translate(text).files[0].text.contains("_carobComplete(t.value.1[2], await t.value.0.application("))
  }

  @Test(.rule("F-136"))
  func `a subscript is listed as its getter and setter, named by the type of its index`() {
    #expect(
      entries(
        """
        class Shelf: NSObject {
          @objc subscript(index: Int) -> String { get { "" } set {} }
          @objc subscript(index: UInt8) -> String { "" }
          @objc subscript(name key: NSString) -> Any? { get { nil } set {} }
          subscript(other: Double) -> Int { 1 }
        }
        """) == [
          "objectAtIndexedSubscript: = subscript(_:)", "setObject:atIndexedSubscript: = subscript(_:)",
          "objectAtIndexedSubscript: = subscript(_:)", "objectForKeyedSubscript: = subscript(name:)",
          "setObject:forKeyedSubscript: = subscript(name:)",
        ])
    let translated = translate(
      "class Shelf: NSObject { @objc subscript(name key: NSString) -> Any? { get { nil } set {} } }"
    ).files[0].text
    #expect(translated.contains("unsafeDowncast(s, to: Shelf.self)[name: _arg(b)] = _arg(a) }"))
  }

  @Test
  func `with InferSendableFromCaptures in Swift 5, main-actor methods are referred to through a closure`() {
    var options = Mode.five.options
    options.infersSendable = true
    let text = """
      import UIKit
      class Screen: UIViewController {
        func go() {
          watch(#selector(changed), #selector(self.changed(_:)), #selector(Screen.done))
        }
        @objc func changed(_ note: Notification) {}
        @objc func done() {}
      }
      class Model: NSObject {
        func go() { watch(#selector(changed(_:))) }
        @objc func changed(_ note: Notification) {}
      }
      """
    let translated = ModuleTranslator(options: options).translate([
      SourceFile(path: "/Project/A.swift", projectRelativePath: "A.swift", text: text)
    ]).files[0].text
    #expect(
      translated.matches(of: /Selector\(_carob: [^)]*\)[^)]*\)/).map { String($0.0) } == [
        #"Selector(_carob: "changed:", { (r: Screen) in r.changed(_:)"#,
        #"Selector(_carob: "changed:", { (r: Screen) in r.changed(_:)"#,
        #"Selector(_carob: "done", { (r: Screen) in r.done })"#,
        #"Selector(_carob: "changed:", Model.changed(_:))"#,
      ])
  }

  @Test(.rule("F-139"))
  func `an explicit selector takes precedence, and needs one colon for each argument`() {
    #expect(
      entries(
        """
        class Named: NSObject {
          @objc(anything:at:all:) func move(to x: Int, _ y: Int, with z: Int) {}
          @objc(tryIt:) func attempt() throws {}
          @objc(waitFor:andThen:) func wait(_ x: Int) async {}
        }
        """) == [
          "anything:at:all: = move(to:_:with:)", "tryIt: = attempt()", "waitFor:andThen: = wait(_:)",
        ])
    #expect(
      diagnostics(
        """
        class Named: NSObject {
          @objc(go) func go(_ x: Int) {}
          @objc(stop:) func stop() {}
          @objc(tryIt) func attempt() throws {}
          @objc(initWith:) init(bar: Int, baz: Int) { }
        }
        extension UIView { @objc(wait:) func wait(_ x: Int) async {} }
        @objc protocol Naming { @objc(one:two:) func three(_ x: Int) }
        """) == [
          "A.swift:3:3: error: the name 'go' in @objc(…) has 0 colons, but 'go(_:)' needs 1: one for each argument",
          "A.swift:4:3: error: the name 'stop:' in @objc(…) has 1 colon, but 'stop()' needs 0: one for each argument",
          "A.swift:5:3: error: the name 'tryIt' in @objc(…) has 0 colons, but 'attempt()' needs 1: one for each argument "
            + "and one for the error",
          "A.swift:6:3: error: the name 'initWith:' in @objc(…) has 1 colon, but 'init(bar:baz:)' needs 2: one for each "
            + "argument",
          "A.swift:9:25: error: the name 'one:two:' in @objc(…) has 2 colons, but 'three(_:)' needs 1: one for each argument",
          "A.swift:8:20: error: the name 'wait:' in @objc(…) has 1 colon, but 'wait(_:)' needs 2: one for each argument and "
            + "one for the completion handler",
        ])
  }

  @Test(.rule("F-157")) func `a selector expression for a method that is not exposed is an error`() {
    #expect(
      diagnostics(
        """
        class Player: NSObject {
          func stop() {}
          let action = #selector(stop)
        }
        """) == [
          "A.swift:4:26: error: argument of '#selector' refers to instance method 'stop()' that is not exposed to "
            + "Objective-C; add '@objc' to expose this instance method to Objective-C (line 3)"
        ])
  }

  @Test(.rule("F-140")) func `access, nesting and generic context do not affect a selector`() {
    #expect(
      entries(
        """
        class Outer: UIView {
          @objc func show(item: Any) {}
          class Inner: UIView { @objc private func show(item: Any) {} }
        }
        class Box<Content>: UIView { @objc fileprivate func show(item: Any) {} }
        enum Space { final class Late: UIView { @objc public func show(item: Any) {} } }
        private class Hidden: NSObject { @objc func show(item: Any) {} }
        public extension UILabel { @objc func show(item: Any) {} }
        """
      ).sorted() == Array(repeating: "showWithItem: = show(item:)", count: 6))
  }

  @Test(.rule("F-141"))
  func `two declarations with one selector are an error in one class, but not in different classes`() {
    #expect(
      diagnostics(
        """
        class Same: NSObject {
          @objc init(bar: Int) {}
          @objc init(withBar x: Int) {}
          @objc func moveTo(point: Int) {}
          @objc static func move(toPoint: Int) {}
          @objc subscript(index: Int) -> Int { 1 }
          @objc func object(atIndexedSubscript x: Int) -> Int { 1 }
        }
        class Other: NSObject { @objc func move(toPoint: Int) {} }
        """) == [
          "A.swift:4:3: error: 'init(withBar:)' has the Objective-C selector 'initWithBar:', which 'init(bar:)' (line 3) has "
            + "too; rename one of them or give one a name of its own with @objc(name)",
          "A.swift:8:3: error: 'object(atIndexedSubscript:)' has the Objective-C selector 'objectAtIndexedSubscript:', which "
            + "'subscript(_:)' (line 7) has too; rename one of them or give one a name of its own with @objc(name)",
        ])
  }

  @Test(.rule("F-143"), arguments: Mode.allCases)
  func `a translation contains nothing that the compiler rejects on Linux`(_ mode: Mode) {
    let text = """
      import UIKit
      @objcMembers class Clock: NSObject {
        @objc dynamic var time = 0
        @nonobjc func quiet() {}
        @objc(tick:) func tick(_ sender: Any) {}
        let action = #selector(tick(_:))
        let getter = #selector(getter: time)
        let path = #keyPath(Clock.time)
        @IBOutlet var label: UILabel!
        @IBAction func pressed(_ sender: Any) {}
      }
      """
    let result = ModuleTranslator(options: mode.options).translate([
      SourceFile(path: "/Project/A.swift", projectRelativePath: "A.swift", text: text)
    ])
    #expect(result.diagnostics.map(\.description) == [])
    let translated = result.files[0].text
    for refused in ["@objc", "@nonobjc", "#selector", "#keyPath", "@IBOutlet", "@IBAction"] {
      #expect(!translated.contains(refused), "\(refused) remains in \(translated)")
    }
  }
}
