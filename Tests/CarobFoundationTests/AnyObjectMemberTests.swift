import CarobFoundation
import RuleTrait
import Testing

@Suite struct AnyObjectMemberTests {
  @Test(.rule("F-156")) func `the property is that of whatever object is there`() {
    let first: AnyObject = TaggedFirst()
    let second: AnyObject = TaggedSecond()
    #expect(_anyMember(first, "tag", \TaggedFirst.tag) == 1)
    #expect(_anyMember(second, "tag", \TaggedFirst.tag) == 2)
  }

  @Test(.rule("F-156")) func `an object without the property ends the app, with its class and the name`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let object: AnyObject = NSObject()
      _ = _anyMember(object, "tag", \TaggedFirst.tag)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("-[NSObject tag]: unrecognized selector sent to instance 0x"))
  }

  @Test(.rule("F-177")) func `a receiver of another class ends the app, with the method's name`() async {
    let object: AnyObject = TaggedFirst()
    #expect(_anyReceiver(object, "poke()", TaggedFirst.self) === object)
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let object: AnyObject = NSObject()
      _ = _anyReceiver(object, "poke(_:)", TaggedFirst.self)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("-[NSObject poke(_:)]: unrecognized selector sent to instance 0x"))
  }

  @Test(.rule("F-155")) func `a metatype makes an object of the class that it stands for`() {
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

  @Test(.rule("F-111")) func `setting a property with a setter of its own does not read it`() {
    let object = SetOnly()
    object.setValue(3, forKey: "value")
    #expect(object.log == ["set 3"])
  }
}

private func made<T: NSObject>(_ type: T.Type) -> T { T() }

private final class TaggedFirst: NSObject {
  var tag = 1
  nonisolated override class var _carobNew: (@MainActor () -> AnyObject)? { { TaggedFirst() } }
  nonisolated override class var _carobKVC: [_CarobProperty] { [.init("tag", \TaggedFirst.tag)] }
}
private final class TaggedSecond: NSObject {
  var tag: Int { 2 }
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
