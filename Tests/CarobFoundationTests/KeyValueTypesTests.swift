import CarobFoundation
import TestSupport
import Testing

/// Values read and set by key: numbers of all sizes, structs and nil, and paths through objects with their
/// own lookup.
@Suite struct KeyValueTypesTests {
  let box = Numbers()

  @Test(.rule("F-114")) func `the limits of every number type can be read and set`() {
    func check<T: FixedWidthInteger>(_ key: String, _ type: T.Type) {
      for value in [T.min, T.max] {
        box.setValue(value, forKey: key)
        let got = box.value(forKey: key)
        #expect(got is NSNumber && got as? T == value, "\(key)")
      }
    }
    check("int8", Int8.self)
    check("int16", Int16.self)
    check("int32", Int32.self)
    check("int64", Int64.self)
    check("uint8", UInt8.self)
    check("uint16", UInt16.self)
    check("uint32", UInt32.self)
    check("uint64", UInt64.self)
    box.setValue(Float(123.45), forKey: "float")
    #expect(box.float == 123.45 && box.value(forKey: "float") as? Float == 123.45)
    box.setValue(NSNumber(value: 1), forKey: "bool")
    #expect(box.bool && box.value(forKey: "bool") as? Bool == true)
    box.setValue(Double(7.9), forKey: "int8")
    #expect(box.int8 == 7)
    box.setValue(true, forKey: "int64")
    #expect(box.int64 == 1)
  }

  @Test(.rule("F-114")) func `structs of the SDK and the app can be read and set`() {
    box.setValue(CGPoint(x: 1, y: 2), forKey: "point")
    box.setValue(CGSize(width: 3, height: 4), forKey: "size")
    box.setValue(CGRect(x: 1, y: 2, width: 3, height: 4), forKey: "rect")
    box.setValue(NSRange(location: 5, length: 6), forKey: "range")
    box.setValue(Numbers.Pair(a: 7, b: "x"), forKey: "pair")
    #expect(box.point == CGPoint(x: 1, y: 2) && box.size == CGSize(width: 3, height: 4))
    #expect(box.value(forKey: "rect") as? CGRect == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(box.value(forKey: "range") as? NSRange == NSRange(location: 5, length: 6))
    #expect((box.value(forKey: "pair") as? Numbers.Pair)?.b == "x" && box.pair.a == 7)
  }

  @Test(.rule("F-113")) func `setting nil on a non-optional property calls setNilValueForKey`() {
    for key in ["int8", "uint64", "float", "bool", "point", "rect"] { box.setValue(nil, forKey: key) }
    #expect(box.nils == ["int8", "uint64", "float", "bool", "point", "rect"])
    box.setValue("x", forKey: "text")
    box.setValue(nil, forKey: "text")
    #expect(box.text == nil && box.nils.count == 6)
  }

  @Test(.rule("F-110", "F-115")) func `a class with its own key lookup is used inside paths`() {
    let middle = CustomLookup()
    let names = NSMutableDictionary()
    box.any = middle
    box.setValue("carob", forKeyPath: "any.Lücke")
    #expect(box.value(forKeyPath: "any.Lücke") as? String == "carob")
    box.any = names
    box.setValue("bean", forKeyPath: "any.Lücke")
    #expect(names["Lücke"] as? String == "bean" && box.value(forKeyPath: "any.Lücke.length") as? Int == 4)
    box.setValue(nil, forKeyPath: "any.Lücke")
    #expect(names.count == 0)
  }

  @Test(.rule("F-112", "F-115")) func `an unknown key at the end of a path ends the app`() async {
    for isSetting in [false, true] {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        [isSetting = isSetting as Bool] in
        let person = Person()
        person.friend = Person()
        if isSetting {
          person.setValue("", forKeyPath: "friend.nonexistent")
        } else {
          _ = person.value(forKeyPath: "friend.nonexistent")
        }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("'NSUnknownKeyException'") && text.contains("for the key nonexistent."))
    }
  }

  @Test(.rule("F-117")) func `a path can contain several operators`() {
    func row(_ values: Int...) -> [String: Any] { ["details": values.map { ["value": $0] }] }
    let root: NSDictionary = ["group": ["all": [row(4, 2), row(8, 10)]]]
    func value(_ path: String) -> Int? { (root.value(forKeyPath: path) as? NSNumber)?.intValue }
    #expect(value("group.all.@sum.details.@avg.value") == 12)
    #expect(value("group.all.@sum.details.@count.value") == 4 && value("group.all.@sum.details.@count") == 4)
    #expect(value("group.all.@max.details.@min.value") == 8)
    #expect(value("group.all.@count") == 2 && value("group.all.@count.details") == 2)
    let unions = root.value(forKeyPath: "group.all.details.@unionOfArrays.value") as? [Int]
    #expect(unions == [4, 2, 8, 10])
    #expect(NSArray(array: [1, 2]).value(forKey: "@count") as? Int == 2)
    #expect(root.value(forKeyPath: "@count") as? Int == 1)
    #expect(root.value(forKeyPath: "group.@allKeys") as? [String] == ["all"])
  }

  @Test(.rule("F-115", "F-116")) func `NSNull returns itself for every key`() {
    #expect(NSArray(array: [NSNull()]).value(forKey: "some") as? NSArray == [NSNull()])
    box.any = NSNull()
    #expect(box.value(forKeyPath: "any.some.path") is NSNull)
  }

  @Test(.rule("F-112")) func `setting a value on NSNull raises`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let box = Numbers()
      box.any = NSNull()
      box.setValue(1, forKeyPath: "any.some")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'NSUnknownKeyException'"))
  }

  @Test(.rule("F-116")) func `setting by key on a collection sets each element`() {
    let people = [Person(), Person()]
    NSOrderedSet(array: people).setValue(5, forKey: "age")
    #expect(people.map(\.age) == [5, 5])
    NSSet(array: people).setValue("Eva", forKey: "name")
    #expect(people.map(\.name) == ["Eva", "Eva"])
    box.any = NSOrderedSet(array: people)
    box.setValue(6, forKeyPath: "any.age")
    #expect(people.map(\.age) == [6, 6])
    #expect(
      (NSOrderedSet(array: people).value(forKey: "age") as? NSOrderedSet)?.array as? [Int] == [6])
  }
}

final class Numbers: NSObject {
  struct Pair { var a = 0, b = "" }
  var int8: Int8 = 0
  var int16: Int16 = 0
  var int32: Int32 = 0
  var int64: Int64 = 0
  var uint8: UInt8 = 0
  var uint16: UInt16 = 0
  var uint32: UInt32 = 0
  var uint64: UInt64 = 0
  var float: Float = 0
  var bool = false
  var point = CGPoint.zero
  var size = CGSize.zero
  var rect = CGRect.zero
  var range = NSRange()
  var pair = Pair()
  var text: String?
  var any: Any?

  var nils: [String] = []
  override func setNilValueForKey(_ key: String) { nils.append(key) }

  override class var _carobKVC: [_CarobProperty] {
    [
      .init("int8", \Numbers.int8), .init("int16", \Numbers.int16), .init("int32", \Numbers.int32),
      .init("int64", \Numbers.int64), .init("uint8", \Numbers.uint8), .init("uint16", \Numbers.uint16),
      .init("uint32", \Numbers.uint32), .init("uint64", \Numbers.uint64), .init("float", \Numbers.float),
      .init("bool", \Numbers.bool), .init("point", \Numbers.point), .init("size", \Numbers.size),
      .init("rect", \Numbers.rect), .init("range", \Numbers.range), .init("pair", \Numbers.pair),
      .init("text", \Numbers.text), .init("any", \Numbers.any),
    ]
  }
}

/// Provides values for keys without properties.
private final class CustomLookup: NSObject {
  private var values: [String: Any] = [:]
  override func value(forKey key: String) -> Any? { values[key] }
  override func setValue(_ value: Any?, forKey key: String) { values[key] = value }
}
