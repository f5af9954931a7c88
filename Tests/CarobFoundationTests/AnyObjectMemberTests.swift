import CarobFoundation
import TestSupport
import Testing

@Suite struct AnyObjectMemberTests {
  @Test(.rule("F-156")) func `the property of the actual object is read`() {
    #expect(_any(TaggedFirst())._member("tag", \TaggedFirst.tag) == 1)
    #expect(_any(TaggedSecond())._member("tag", \TaggedFirst.tag) == 2)
  }

  @Test(.rule("F-210")) func `an object without the property returns nil`() {
    #expect(_any(NSObject())._member("tag", \TaggedFirst.tag) == nil)
    let none: AnyObject? = nil
    #expect(_any(none)?._member("tag", \TaggedFirst.tag) == nil)
  }

  @Test(.rule("F-211")) func `Foundation objects have their own members`() {
    #expect(_any("text" as NSString)._member("length", \NSString.length) == 4)
    #expect(_any("7" as NSString)._member("integerValue", \NSNumber.intValue) == 7)
    let list = ["a": 1] as NSDictionary
    #expect(_any(list)._member("count", \NSArray.count) == 1)
    #expect(_any(list)["a"] as? Int == 1)
  }

  @Test(.rule("F-177")) func `the method of the actual object is called`() {
    let roar = { (object: AnyObject) in
      _any(object)._method("roar:", { (r: TaggedFirst) in { r.roar($0) } })(2)
    }
    #expect(roar(TaggedFirst()) == "first 2")
    #expect(roar(TaggedSecond()) == "second 2")
    #expect(_any(NSObject())._optionalMethod("roar:", { (r: TaggedFirst) in { r.roar($0) } })?(2) == nil)
    #expect(
      _any(TaggedSecond())._optionalMethod("roar:", { (r: TaggedFirst) in { r.roar($0) } })?(2) == "second 2")
  }

  @Test(.rule("F-177")) func `calling a missing method ends the app and names class and selector`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = _any(NSObject())._method("roar:", { (r: TaggedFirst) in { r.roar($0) } })(2)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("-[NSObject roar:]: unrecognized selector sent to instance 0x"))
  }

  @Test(.rule("F-155")) func `a metatype value creates an object of its class`() {
    #expect(type(of: made(NSObject.self)) == NSObject.self)
    #expect(made(TaggedFirst.self).tag == 1)
  }

  @Test(.rule("F-155")) func `a class without init() stops the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = made(WithoutPlainInitializer.self)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Use of unimplemented initializer 'init()'"))
  }

  @Test(.rule("F-111")) func `setting a property with a custom setter does not read it`() {
    let object = SetOnly()
    object.setValue(3, forKey: "value")
    #expect(object.log == ["set 3"])
  }
}

private func made<T: NSObject>(_ type: T.Type) -> T { T() }

private final class TaggedFirst: NSObject {
  var tag = 1
  func roar(_ times: Int) -> String { "first \(times)" }
  nonisolated override class var _carobNew: (@MainActor () -> AnyObject)? { { TaggedFirst() } }
  nonisolated override class var _carobKVC: [_CarobProperty] { [.init("tag", \TaggedFirst.tag)] }
}
private final class TaggedSecond: NSObject {
  var tag: Int { 2 }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [.init(anyValue: "roar:", "roar(_:)", 1) { _, a, _, _ in "second \(_arg(a) as Int)" }]
  }
  nonisolated override class var _carobKVC: [_CarobProperty] { [.init(readOnly: "tag", \TaggedSecond.tag)] }
}
private final class WithoutPlainInitializer: NSObject {
  init(_ number: Int) {}
}
private final class SetOnly: NSObject {
  var log: [String] = []
  var value: Int {
    get { log.append("get"); return 0 }
    set { log.append("set \(newValue)") }
  }
  nonisolated override class var _carobKVC: [_CarobProperty] {
    [.init("value", \SetOnly.value) { $0.value = $1 }]
  }
}
