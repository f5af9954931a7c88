import CarobFoundation
import TestSupport
import Testing

@Suite struct KeyValueCodingTests {
  let person = Person()

  @Test(.rule("F-110")) func `the getter is found in the documented order`() {
    let object = Accessors()
    #expect(object.value(forKey: "first") as? String == "getFirst")
    #expect(object.value(forKey: "second") as? String == "second")
    #expect(object.value(forKey: "third") as? Bool == true)
    #expect(object.value(forKey: "fourth") as? String == "_fourth")
    #expect(object.value(forKey: "stored") as? String == "stored")
  }

  @Test(.rule("F-110")) func `a void method is not a getter`() {
    #expect(Accessors().value(forKey: "refresh") as? String == "undefined refresh")
  }

  @Test(.rule("F-110")) func `indexed accessors provide an array, unordered ones a set`() throws {
    let object = Accessors()
    let array = try #require(object.value(forKey: "rows") as? NSArray)
    #expect(array.count == 3)
    #expect(array.map { $0 as? Int } == [0, 10, 20])
    let set = try #require(object.value(forKey: "tags") as? NSSet)
    #expect(set.isEqual(to: ["a", "b"]))
  }

  @Test(.rule("F-111")) func `the setter is a method if there is one, else the property`() {
    let object = Accessors()
    object.setValue("x", forKey: "first")
    object.setValue("y", forKey: "fourth")
    object.setValue("z", forKey: "stored")
    #expect(object.events == ["setFirst: x", "_setFourth: y"])
    #expect(object.stored == "z")
  }

  @Test(.rule("F-112")) func `unknown keys call the undefined-key methods, which can be overridden`() {
    let object = Accessors()
    #expect(object.value(forKey: "nothing") as? String == "undefined nothing")
    object.setValue(1, forKey: "nothing")
    #expect(object.events == ["undefined nothing"])
  }

  @Test(.rule("F-112")) func `an unknown key ends the app with the platform's message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Person().value(forKey: "nmae")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'NSUnknownKeyException'"))
    #expect(text.contains("this class is not key value coding-compliant for the key nmae."))
    #expect(text.contains("did you mean name?"))
  }

  @Test(.rule("F-113")) func `setting nil on a number calls setNilValueForKey`() async {
    person.setValue(nil, forKey: "height")
    #expect(person.nils == ["height"])
    person.setValue(nil, forKey: "nickname")
    #expect(person.nickname == nil)
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Plainest().setValue(nil, forKey: "count")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'NSInvalidArgumentException'"))
    #expect(text.contains("could not set nil as the value for the key count."))
  }

  @Test(.rule("F-114")) func `a value of the wrong type is not treated as nil`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Person().setValue(Plainest(), forKey: "nickname")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'NSInvalidArgumentException'"))
    #expect(text.contains("the value for the key nickname must be a Optional<String>, not a Plainest"))
  }

  @Test(.rule("F-114")) func `numbers are boxed and converted to any number type`() {
    person.setValue(7, forKey: "height")
    #expect(person.height == 7)
    #expect(person.value(forKey: "height") is NSNumber)
    #expect(person.value(forKey: "height") as? Double == 7)
    #expect(person.value(forKey: "height") as? CGFloat == 7)
    #expect(person.value(forKey: "age") as? Double == 40)
    person.setValue(41.0, forKey: "age")
    #expect(person.age == 41)
    person.setValue(1, forKey: "isActive")
    #expect(person.isActive)
    #expect(person.value(forKey: "mood") as? Int == 2)
    person.setValue(1, forKey: "mood")
    #expect(person.mood == .glad)
    person.setValue(3.5 as CGFloat, forKey: "height")
    #expect(person.height == 3.5)
    #expect(person.value(forKey: "corner") as? CGPoint == CGPoint(x: 1, y: 2))
  }

  @Test(.rule("F-115")) func `paths are evaluated left to right, and nil ends them`() {
    let friend = Person()
    #expect(person.value(forKeyPath: "friend.name") == nil)
    person.setValue("Eva", forKeyPath: "friend.name")
    person.friend = friend
    person.setValue("Eva", forKeyPath: "friend.name")
    #expect(friend.name == "Eva")
    #expect(person.value(forKeyPath: "friend.name.length") as? Int == 3)
    #expect(person.value(forKeyPath: "self.friend.self.name") as? String == "Eva")
  }

  @Test(.rule("F-116")) func `collections map over their elements`() {
    let people = ["Ada", nil, "Cyd"].map { name in
      let person = Person()
      person.nickname = name
      return person
    }
    let array = NSArray(array: people)
    #expect((array.value(forKey: "nickname") as? NSArray)?.map { $0 as? String } == ["Ada", nil, "Cyd"])
    #expect((array.value(forKey: "nickname") as? NSArray)?[1] is NSNull)
    person.friends = people
    #expect((person.value(forKeyPath: "friends.age") as? NSArray)?.map { $0 as? Int } == [40, 40, 40])
    #expect(NSSet(array: people).value(forKey: "age") as? NSSet == NSSet(array: [40]))
    array.setValue(50, forKey: "age")
    #expect(people.map(\.age) == [50, 50, 50])
    let dictionary = NSDictionary(dictionary: ["a": people[0]])
    #expect(dictionary.value(forKeyPath: "a.nickname") as? String == "Ada")
  }

  @Test(.rule("F-117")) func `collection operators`() {
    person.friends = [("Ada", 10, 1.5), ("Bob", 30, 2), ("Ada", 20, 2.5)].map { name, age, height in
      let person = Person()
      person.name = name
      person.nickname = age == 20 ? nil : name
      person.age = age
      person.height = height
      return person
    }
    func value(_ path: String) -> Any? { person.value(forKeyPath: path) }
    #expect(value("friends.@count") as? Int == 3)
    #expect(value("friends.@sum.age") as? Int == 60)
    #expect(value("friends.@avg.height") as? Double == 2)
    #expect(value("friends.@max.age") as? Int == 30)
    #expect(value("friends.@min.name") as? String == "Ada")
    #expect(value("friends.@max.nickname") as? String == "Bob")
    #expect(value("friends.@unionOfObjects.name") as? [String] == ["Ada", "Bob", "Ada"])
    #expect(value("friends.@distinctUnionOfObjects.name") as? [String] == ["Ada", "Bob"])
    let nested = NSArray(array: [person.friends, [person.friends[0]]])
    #expect(nested.value(forKeyPath: "@unionOfArrays.age") as? [Int] == [10, 30, 20, 10])
    #expect(nested.value(forKeyPath: "@distinctUnionOfArrays.age") as? [Int] == [10, 30, 20])
    let sets = NSSet(array: [NSSet(array: [1, 2]), NSSet(array: [2, 3])])
    #expect(sets.value(forKeyPath: "@distinctUnionOfSets.self") as? NSSet == NSSet(array: [1, 2, 3]))
    #expect(NSArray(array: [3, 1, 2]).value(forKeyPath: "@max.self") as? Int == 3)
    #expect(NSArray().value(forKeyPath: "@avg.self") as? Double == 0)
    #expect(NSArray().value(forKeyPath: "@max.self") == nil)
  }

  @Test(.rule("F-116", "F-117"))
  func `strings with different normalization are distinct; nulls and equal decimals are not`()
    throws
  {
    let texts = (0..<40).flatMap { ["É\($0)", "E\u{301}\($0)"] }
    let twice = NSArray(array: texts + texts)
    #expect((twice.value(forKeyPath: "@distinctUnionOfObjects.self") as? [Any])?.count == 80)
    let people = texts.map { text in
      let person = Person()
      person.name = text
      return person
    }
    let names = try #require(NSSet(array: people).value(forKey: "name") as? NSSet)
    #expect(names.count == 80)
    #expect(names.contains("E\u{301}7") && names.contains("É7") && !names.contains("E7"))
    #expect(NSSet(array: people).value(forKeyPath: "name.@count") as? Int == 80)
    let decimals = (0..<40).flatMap {
      [NSDecimalNumber(string: "\($0).5"), NSDecimalNumber(string: "\($0).50")]
    }
    let distinct = NSArray(array: decimals).value(forKeyPath: "@distinctUnionOfObjects.self") as? [Any]
    #expect(distinct?.count == 40)
    let nicknames = NSOrderedSet(array: people).value(forKey: "nickname") as? NSOrderedSet
    #expect(nicknames?.count == 1 && nicknames?.firstObject is NSNull)
  }

  @Test(.rule("F-117")) func `a union with a nil value ends the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NSArray(array: [Person()]).value(forKeyPath: "@unionOfObjects.nickname")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("a value in the collection is nil"))
  }

  @Test(.rule("F-118")) func `a mutable array without accessors sets the whole array`() {
    let array = person.mutableArrayValue(forKey: "scores")
    array.add(1)
    array.add(2)
    array.insert(0, at: 0)
    array.removeObject(at: 1)
    array.replaceObject(at: 0, with: 5)
    #expect(person.scores == [5, 2])
    #expect(array.count == 2 && array[1] as? Int == 2)
    person.friend = Person()
    person.mutableArrayValue(forKeyPath: "friend.scores").add(3)
    #expect(person.friend?.scores == [3])
    array.removeAllObjects()
    #expect(person.scores == [])
  }

  @Test(.rule("F-118")) func `a mutable array with accessors uses them`() {
    let object = Accessors()
    let array = object.mutableArrayValue(forKey: "items")
    array.add("a")
    array.insert("b", at: 0)
    array.replaceObject(at: 1, with: "c")
    array.removeObject(at: 0)
    #expect(object.items == ["c"])
    #expect(
      object.events == ["insert a at 0", "insert b at 0", "remove at 1", "insert c at 1", "remove at 0"])
  }

  @Test(.rule("F-119")) func `validation calls the class's method, and setting a value does not`() throws {
    var value: AnyObject? = "  Ada " as NSString
    try person.validateValue(&value, forKey: "name")
    #expect(value as? String == "Ada")
    value = "" as NSString
    #expect(throws: Invalid.self) { try person.validateValue(&value, forKey: "name") }
    try person.validateValue(&value, forKey: "nickname")
    person.setValue("", forKey: "name")
    #expect(person.name == "")
  }

  @Test(.rule("F-120")) func `several keys can be read and set at once, with nil as NSNull`() {
    person.setValuesForKeys(["name": "Eva", "nickname": NSNull(), "age": 3])
    #expect(person.name == "Eva" && person.nickname == nil && person.age == 3)
    let values = person.dictionaryWithValues(forKeys: ["name", "nickname"])
    #expect(values["name"] as? String == "Eva" && values["nickname"] is NSNull)
  }

  @Test(.rule("F-121")) func `a property isOn can be read as isOn and on`() {
    #expect(person.value(forKey: "isActive") as? Bool == false)
    #expect(person.value(forKey: "active") as? Bool == false)
    person.setValue(true, forKey: "isActive")
    #expect(person.value(forKey: "active") as? Bool == true)
  }

  @Test(.rule("F-121")) func `a property isOn cannot be set as on`() async {
    await #expect(processExitsWith: .failure) { Person().setValue(true, forKey: "active") }
  }
}

struct Invalid: Error {}

enum Mood: Int { case sad, glad, calm }

/// A model with properties as the translator emits them.
class Person: NSObject, @unchecked Sendable {
  // @unchecked because each test uses it on one thread, or only its observed properties on several.
  var name = "Ada" {
    willSet { _kvoWill("name", self.name) }
    didSet { _kvoDid("name", self.name) }
  }
  var nickname: String? {
    willSet { _kvoWill("nickname", self.nickname) }
    didSet { _kvoDid("nickname", self.nickname) }
  }
  var age = 40 {
    willSet { _kvoWill("age", self.age) }
    didSet { _kvoDid("age", self.age) }
  }
  var height = 1.8 {
    willSet { _kvoWill("height", self.height) }
    didSet { _kvoDid("height", self.height) }
  }
  var isActive = false
  var mood = Mood.calm {
    willSet { _kvoWill("mood", self.mood) }
    didSet { _kvoDid("mood", self.mood) }
  }
  var corner = CGPoint(x: 1, y: 2)
  var friend: Person? {
    willSet { _kvoWill("friend", self.friend) }
    didSet { _kvoDid("friend", self.friend) }
  }
  var friends: [Person] = []
  var scores: [Int] = [] {
    willSet { _kvoWill("scores", self.scores) }
    didSet { _kvoDid("scores", self.scores) }
  }
  var tags = NSSet()
  /// Reports changes only manually.
  var manual = 0 {
    willSet { _kvoWill("manual", self.manual) }
    didSet { _kvoDid("manual", self.manual) }
  }
  var doubled: Int {
    get { age * 2 }
    set {
      _kvoWill("doubled", self.doubled)
      defer { _kvoDid("doubled", self.doubled) }
      age = newValue / 2
    }
  }
  var fullName: String { name + " " + (nickname ?? "") }
  var friendsName: String { friend?.name ?? "nobody" }
  var plain = 0

  var nils: [String] = []
  override func setNilValueForKey(_ key: String) { nils.append(key) }

  func validateName(_ value: UnsafeMutablePointer<AnyObject?>) throws {
    let text = (value.pointee as? String ?? "").trimmingCharacters(in: .whitespaces)
    if text.isEmpty { throw Invalid() }
    value.pointee = text as NSString
  }

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    var paths = super.keyPathsForValuesAffectingValue(forKey: key)
    if key == "fullName" { paths.formUnion(["name", "nickname"]) }
    return paths
  }

  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
    key == "manual" ? false : super.automaticallyNotifiesObservers(forKey: key)
  }

  override class var _carobKVC: [_CarobProperty] {
    [
      .init("name", \Person.name), .init("nickname", \Person.nickname), .init("age", \Person.age),
      .init("height", \Person.height), .init("isActive", \Person.isActive), .init("mood", \Person.mood),
      .init("corner", \Person.corner), .init("friend", \Person.friend), .init("friends", \Person.friends),
      .init("scores", \Person.scores), .init("tags", \Person.tags), .init("manual", \Person.manual),
      .init("doubled", \Person.doubled), .init(readOnly: "fullName", \Person.fullName),
      .init(readOnly: "friendsName", \Person.friendsName), .init("plain", \Person.plain),
    ]
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(anyValue: "validateName:error:", "validateName(_:)", 0) { s, a, _, _ in
        do { try unsafeDowncast(s, to: Person.self).validateName(_arg(a)) } catch { return error }
        return nil
      },
      .init(class: "keyPathsForValuesAffectingFriendsName", "keyPathsForValuesAffectingFriendsName()", 0) {
        _, _, _, _ in
        ["friend.name"] as Set<String>
      },
    ]
  }
}

final class Plainest: NSObject {
  var count = 0
  override class var _carobKVC: [_CarobProperty] { [.init("count", \Plainest.count)] }
}

/// Has accessor methods for keys.
final class Accessors: NSObject {
  var events: [String] = []
  var stored = "stored"
  var items: [String] = []

  override func value(forUndefinedKey key: String) -> Any? { "undefined \(key)" }
  override func setValue(_ value: Any?, forUndefinedKey key: String) { events.append("undefined \(key)") }

  override class var _carobKVC: [_CarobProperty] {
    [.init("stored", \Accessors.stored), .init("items", \Accessors.items)]
  }

  private static func getter(_ name: StaticString, _ value: @escaping @Sendable () -> Any?) -> _CarobMethod {
    .init(anyValue: name, name, 0) { _, _, _, _ in value() }
  }

  override class var _carobMethods: [_CarobMethod] {
    [
      getter("getFirst") { "getFirst" }, getter("first") { "first" }, getter("second") { "second" },
      getter("isSecond") { "isSecond" }, getter("isThird") { true }, getter("_third") { "_third" },
      getter("_fourth") { "_fourth" }, getter("countOfRows") { 3 }, getter("countOfTags") { 2 },
      getter("enumeratorOfTags") { NSArray(array: ["a", "b"]).objectEnumerator() },
      .init(anyNone: "refresh", "refresh()", 0) { _ in },
      .init(anyValue: "memberOfTags:", "memberOfTags(_:)", 0) { _, _, _, _ in nil },
      .init(anyValue: "objectInRowsAtIndex:", "objectInRows(at:)", 0) { _, index, _, _ in
        (index as? Int ?? 0) * 10
      },
      .init(any: "setFirst:", "setFirst(_:)", 0) { s, a, _, _ in
        unsafeDowncast(s, to: Accessors.self).events.append("setFirst: \(a ?? "nil")")
      },
      .init(any: "_setFourth:", "_setFourth(_:)", 0) { s, a, _, _ in
        unsafeDowncast(s, to: Accessors.self).events.append("_setFourth: \(a ?? "nil")")
      },
      .init(any: "insertObject:inItemsAtIndex:", "insert(_:at:)", 0) { s, a, b, _ in
        let object = unsafeDowncast(s, to: Accessors.self)
        object.events.append("insert \(a ?? "") at \(b ?? "")")
        object.items.insert(_arg(a), at: _arg(b))
      },
      .init(any: "removeObjectFromItemsAtIndex:", "remove(at:)", 0) { s, a, _, _ in
        let object = unsafeDowncast(s, to: Accessors.self)
        object.events.append("remove at \(a ?? "")")
        object.items.remove(at: _arg(a))
      },
    ]
  }
}
