import CarobFoundation
import TestSupport
import Testing

/// The forms of a method table entry's single argument (F-152): each parameter type uses the fastest one.
@Suite struct ArgumentFormTests {
  private class Base: NSObject {}
  private final class Derived: Base {}

  private final class Taker: NSObject, @unchecked Sendable {
    // @unchecked because each test has its own.
    var said: [String] = []
    func exact(_ value: Derived) { said.append("exact \(type(of: value))") }
    func base(_ value: Base) { said.append("base \(type(of: value))") }
    func maybe(_ value: Base?) { said.append("maybe \(value.map { "\(type(of: $0))" } ?? "nil")") }
    func object(_ value: AnyObject) { said.append("object \(type(of: value))") }
    func anything(_ value: Any) { said.append("any \(type(of: value))") }
    func anythingOrNil(_ value: Any?) { said.append("any? \(value.map { "\(type(of: $0))" } ?? "nil")") }
    func number(_ value: Int) { said.append("number \(value)") }
    func text(_ value: String?) { said.append("text \(value ?? "nil")") }
    func notification(_ value: Notification) { said.append("notification \(value.name.rawValue)") }
    func notificationOrNil(_ value: Notification?) {
      said.append("notification? \(value?.name.rawValue ?? "nil")")
    }
    func classForm(_ value: NSNotification) { said.append("class form \(value.name.rawValue)") }

    nonisolated override class var _carobMethods: [_CarobMethod] {
      [
        .init(anyObject: "exact:", "exact(_:)", 1) { s, a in
          unsafeDowncast(s, to: Taker.self).exact(_object(a))
        },
        .init(anyObject: "base:", "base(_:)", 2) { s, a in unsafeDowncast(s, to: Taker.self).base(_object(a))
        },
        .init(anyObject: "maybe:", "maybe(_:)", 3) { s, a in
          unsafeDowncast(s, to: Taker.self).maybe(_object(a))
        },
        .init(anyObject: "object:", "object(_:)", 4) { s, a in
          unsafeDowncast(s, to: Taker.self).object(_object(a))
        },
        .init(anyObject: "any:", "anything(_:)", 5) { s, a in
          unsafeDowncast(s, to: Taker.self).anything(_object(a))
        },
        .init(anyObject: "anyOrNil:", "anythingOrNil(_:)", 6) { s, a in
          unsafeDowncast(s, to: Taker.self).anythingOrNil(_object(a))
        },
        .init(anyObject: "number:", "number(_:)", 7) { s, a in
          unsafeDowncast(s, to: Taker.self).number(_object(a))
        },
        .init(anyObject: "text:", "text(_:)", 8) { s, a in unsafeDowncast(s, to: Taker.self).text(_object(a))
        },
        .init(anyObject: "note:", "notification(_:)", 9) { s, a in
          unsafeDowncast(s, to: Taker.self).notification(_object(a))
        },
        .init(anyObject: "noteOrNil:", "notificationOrNil(_:)", 10) { s, a in
          unsafeDowncast(s, to: Taker.self).notificationOrNil(_object(a))
        },
        .init(anyObject: "classForm:", "classForm(_:)", 11) { s, a in
          unsafeDowncast(s, to: Taker.self).classForm(_object(a))
        },
      ]
    }
  }

  @Test(.rule("F-152"))
  func `an argument can be passed as its class, a superclass, Any, or not at all`() {
    let taker = Taker()
    let derived = Derived()
    for name in ["exact:", "base:", "maybe:", "object:", "any:", "anyOrNil:"] {
      taker.perform(Selector(name), with: derived)
    }
    for name in ["maybe:", "anyOrNil:", "text:", "noteOrNil:"] { taker.perform(Selector(name), with: nil) }
    taker.perform(Selector("number:"), with: 7)
    taker.perform(Selector("text:"), with: "seven")
    taker.perform(Selector("any:"), with: Base())
    #expect(
      taker.said == [
        "exact Derived", "base Derived", "maybe Derived", "object Derived", "any Derived", "any? Derived",
        "maybe nil", "any? nil", "text nil", "notification? nil", "number 7", "text seven", "any Base",
      ])
  }

  @Test(.rule("F-7", "F-152"))
  func `a notification can be received as struct or class, posted or performed`() {
    let taker = Taker()
    let center = NotificationCenter()
    let name = Notification.Name("Argument")
    for selector in ["note:", "noteOrNil:", "classForm:", "any:"] {
      center.addObserver(taker, selector: Selector(selector), name: name, object: nil)
    }
    center.post(name: name, object: nil)
    for selector in ["note:", "noteOrNil:", "classForm:"] {
      taker.perform(Selector(selector), with: Notification(name: Notification.Name("Value")))
      taker.perform(Selector(selector), with: NSNotification(name: Notification.Name("Object"), object: nil))
    }
    #expect(
      taker.said == [
        "notification Argument", "notification? Argument", "class form Argument", "any NSNotification",
        "notification Value", "notification Object", "notification? Value", "notification? Object",
        "class form Value", "class form Object",
      ])
  }
}
