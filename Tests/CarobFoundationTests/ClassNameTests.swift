import TestSupport
import Testing

@testable import CarobFoundation

private let module = "CarobFoundationTests"

final class Named: NSObject {
  final class Inner: NSObject {}
  enum Space { final class Deep: NSObject {} }
}

final class Renamed: NSObject {
  nonisolated override class var _carobName: String { "OtherName" }
}

final class Child: Parent {}

class Parent: NSObject {
  nonisolated override class var _carobName: String { "ParentName" }
}

@Suite struct ClassNameTests {
  @Test(.rule("F-180")) func `classes have their Objective-C names`() {
    #expect(_stringFromClass(Named.self) == "\(module).Named")
    #expect(_stringFromClass(NSObject.self) == "NSObject")
    #expect(_stringFromClass(NotificationCenter.self) == "NotificationCenter")
    #expect(_stringFromClass(Named.Inner.self) == "_TtCC20\(module)5Named5Inner")
    #expect(_stringFromClass(Named.Space.Deep.self) == "_TtCOC20\(module)5Named5Space4Deep")
    #expect(_stringFromClass(Renamed.self) == "OtherName")
    #expect(_stringFromClass(Child.self) == "\(module).Child")
  }

  @Test(.rule("F-180")) func `a local class has a name without the function`() {
    final class Local: NSObject {}
    #expect(_stringFromClass(Local.self) == "\(module).ClassNameTests.Local")
    #expect(_classFromString("\(module).ClassNameTests.Local") == Local.self)
  }

  @Test(.rule("F-180")) func `a class can be found by its name`() {
    #expect(_classFromString("\(module).Named") == Named.self)
    #expect(_classFromString("NSObject") == NSObject.self)
    #expect(_classFromString(_stringFromClass(Named.Inner.self)) == Named.Inner.self)
    for name in ["Named", "Nowhere.Named", "", ".", "_TtC", "_TtCC1", "a b", "\(module).Nobody"] {
      #expect(_classFromString(name) == nil)
    }
  }

  @Test(.rule("F-181")) func `an object's description contains class and address`() {
    let object = Named()
    let text = "<\(module).Named: \(addressText(of: object))>"
    #expect("\(object)" == text && "\([object])" == "[\(text)]" && String(reflecting: object) == text)
  }

  @Test(.rule("F-180")) func `the runtime functions return the same names`() {
    #expect(String(cString: object_getClassName(Named())) == "\(module).Named")
    #expect(String(cString: object_getClassName(nil)) == "nil")
    #expect(String(cString: class_getName(Named.self)) == "\(module).Named")
    #expect(class_getSuperclass(Child.self) == Parent.self)
  }
}
