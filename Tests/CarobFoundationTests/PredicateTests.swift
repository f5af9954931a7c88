import CarobFoundation
import TestSupport
import Testing

@Suite struct PredicateTests {
  let people: NSArray = {
    func person(_ name: String, _ age: Int, _ nickname: String? = nil, friends: [Person] = []) -> Person {
      let person = Person()
      person.name = name
      person.age = age
      person.nickname = nickname
      person.friends = friends
      return person
    }
    let zoe = person("Zoë", 7)
    return [
      person("Ada", 40, "Countess", friends: [zoe]), person("bob", 20), zoe,
      person("Émile", 65, "Em", friends: [zoe, person("Al", 30)]),
    ]
  }()

  private func names(_ predicate: NSPredicate) -> [String] {
    people.filtered(using: predicate).compactMap { ($0 as? Person)?.name }
  }
  private func names(_ format: String, _ arguments: Any...) -> [String] {
    names(NSPredicate(format: format, argumentArray: arguments))
  }
  private func holds(_ format: String, _ arguments: Any...) -> Bool {
    NSPredicate(format: format, argumentArray: arguments).evaluate(with: nil)
  }

  @Test func `comparisons read values by key`() {
    #expect(names("age > 20") == ["Ada", "Émile"])
    #expect(names("age >= 20 && age =< 40") == ["Ada", "bob"])
    #expect(names("age != 40 AND NOT age < 20") == ["bob", "Émile"])
    #expect(names("name == 'bob' || age = 7") == ["bob", "Zoë"])
    #expect(names("nickname == nil") == ["bob", "Zoë"])
    #expect(names("nickname != NULL") == ["Ada", "Émile"])
    #expect(names("age BETWEEN {20, 40}") == ["Ada", "bob"])
    #expect(names("name IN {'Ada', 'Zoë'}") == ["Ada", "Zoë"])
    #expect(names("isActive == NO").count == 4 && names("isActive == TRUE").isEmpty)
    #expect(names("TRUEPREDICATE").count == 4 && names("FALSEPREDICATE").isEmpty)
  }

  @Test func `nil is neither less nor greater than any value`() {
    #expect(names("nickname < 'zz'") == ["Ada", "Émile"])
    #expect(names("nickname > ''") == ["Ada", "Émile"])
  }

  @Test func `strings are compared with or without case and diacritics`() {
    #expect(names("name BEGINSWITH 'B'").isEmpty && names("name BEGINSWITH[c] 'B'") == ["bob"])
    #expect(names("name BEGINSWITH[cd] 'e'") == ["Émile"] && names("name BEGINSWITH[c] 'e'").isEmpty)
    #expect(names("name ENDSWITH[d] 'e'") == ["Zoë", "Émile"])
    #expect(names("name CONTAINS 'o'") == ["bob", "Zoë"])
    #expect(names("'xbobx' CONTAINS name") == ["bob"] && names("name IN 'Adam'") == ["Ada"])
    #expect(names("name ==[c] 'ADA'") == ["Ada"] && names("name ==[d] 'Zoe'") == ["Zoë"])
    #expect(names("name LIKE '?o*'") == ["bob", "Zoë"] && names("name LIKE[c] 'A*'") == ["Ada"])
    #expect(holds("'a*b' LIKE 'a\\*b'") && !holds("'axb' LIKE 'a\\*b'"))
    #expect(names("name MATCHES '[A-Z][a-z]+'") == ["Ada"])
    #expect(
      holds("'abc' MATCHES 'a|abc'") && !holds("'abcd' MATCHES 'abc'") && !holds("'abc\n' MATCHES 'abc'"))
    #expect(names("name CONTAINS ''").count == 4)
  }

  @Test func `arguments are inserted as values, key paths and numbers`() {
    #expect(names("%K == %@", "name", "Ada") == ["Ada"])
    #expect(names("age > %d AND height == %f", 30, 1.8) == ["Ada", "Émile"])
    #expect(names("age IN %@", [7, 20]) == ["bob", "Zoë"])
    #expect(names("name IN %@", Set(["bob"])) == ["bob"])
    #expect(NSPredicate(format: "SELF == %@", "x").evaluate(with: "x"))
    #expect(holds("%ld == 3 AND %lu == 4 AND %i == -5 AND %x == 255", 3, 4, -5, 0xff))
    #expect(holds("'100%@' == %@", "100%@"))
  }

  @Test func `objects and bridged values can be arguments, and are formatted with their description`() {
    let id = UUID()
    #expect(NSPredicate(format: "SELF IN %@", ["a", "b"]).evaluate(with: "b"))
    #expect(
      NSPredicate(format: "id == %@ AND SELF.n IN %@", id as CVarArg, Set([1])).evaluate(with: [
        "id": id, "n": 1,
      ]))
    let person = people[0] as? Person
    #expect(NSPredicate(format: "ANY friends == %@", person ?? 0).evaluate(with: ["friends": [person]]))
    #expect(
      String(format: "%@ %@", Described(), URL(fileURLWithPath: "/a") as CVarArg) == "described file:///a")
  }

  @Test func `quantifiers and collection operators work on to-many relationships`() {
    #expect(names("ANY friends.name == 'Al'") == ["Émile"])
    #expect(names("SOME friends.age < 10") == ["Ada", "Émile"])
    #expect(names("ALL friends.age < 10") == ["Ada", "bob", "Zoë"])
    #expect(names("NONE friends.name == 'Zoë'") == ["bob", "Zoë"])
    #expect(names("friends.@count == 2") == ["Émile"])
    #expect(names("friends.@avg.age > 10") == ["Émile"])
    #expect(names("SUBQUERY(friends, $f, $f.age > 10 AND $f.name BEGINSWITH 'A').@count == 1") == ["Émile"])
    #expect(names("friends[FIRST].name == 'Zoë'") == ["Ada", "Émile"])
    #expect(names("friends[SIZE] == 2 AND friends[1].age == 30") == ["Émile"])
  }

  @Test func `variables can be bound later`() {
    let predicate = NSPredicate(format: "age > $LIMIT AND name != $NAME")
    #expect(predicate.evaluate(with: people[0], substitutionVariables: ["LIMIT": 30, "NAME": "x"]))
    let filled = predicate.withSubstitutionVariables(["LIMIT": 30, "NAME": "Ada"])
    #expect(filled.description == "age > 30 AND name != \"Ada\"")
    #expect(names(filled) == ["Émile"])
  }

  @Test func `expressions calculate with integers if all operands are integers`() {
    func value(_ format: String) -> Any? {
      NSExpression(format: format).expressionValue(with: ["a": 2, "list": [3, 1, 2]], context: nil)
    }
    #expect(value("1 + 2 * 3 - 4") as? Int == 3)
    #expect(value("(1 + 2) * 3") as? Int == 9)
    #expect(value("2 ** 3 ** 2") as? Int == 512)
    #expect(value("7 / 2") as? Int == 3 && value("7.0 / 2") as? Double == 3.5)
    #expect(value("-a + 5") as? Int == 3 && value("-3") as? Int == -3)
    #expect(value("sum(list)") as? Int == 6 && value("average(list)") as? Double == 2)
    #expect(
      value("max(list)") as? Int == 3 && value("count(list)") as? Int == 3 && value("min(4, 2)") as? Int == 2)
    #expect(value("modulus:by:(7, 3)") as? Int == 1 && value("sqrt(16)") as? Double == 4)
    #expect(value("uppercase('ab')") as? String == "AB")
    #expect(value("TERNARY(a == 2, 'two', 'other')") as? String == "two")
    #expect(value("9223372036854775807 + 1") as? Double == 9_223_372_036_854_775_808)
    #expect(value("list.@max.self") as? Int == 3)
    #expect(holds("(1 + 2) * 2 == 6 AND ((3 > 2) OR 1 == 2)"))
    #expect(holds("CAST('5', 'NSNumber') == 5 AND 0x1F == 31 AND 1.5e1 == 15"))
    #expect(
      NSExpression(forFunction: "add:to:", arguments: [1, 2]).expressionValue(with: nil, context: nil) as? Int
        == 3)
  }

  @Test func `a predicate's description can be parsed again`() {
    for (format, text) in [
      ("a==1 and b<>2", "a == 1 AND b != 2"),
      ("NOT (a=1 or b=2) && c = 'x'", "(NOT (a == 1 OR b == 2)) AND c == \"x\""),
      ("ANY list.x in {1,2}", "ANY list.x IN {1, 2}"), ("a beginswith [cd] \"q\"", "a BEGINSWITH[cd] \"q\""),
      ("SELF like '*'", "SELF LIKE \"*\""), ("$v = nil", "$v == nil"), ("#in.b = 1", "in.b == 1"),
      ("a+1>2*b", "a + 1 > 2 * b"),
      ("SUBQUERY(a,$x,$x.b=1).@count>0", "SUBQUERY(a, $x, $x.b == 1).@count > 0"),
    ] {
      let predicate = NSPredicate(format: format)
      #expect("\(predicate)" == text)
      if !format.hasPrefix("#") {
        #expect(NSPredicate(format: "\(predicate)").description == text)
        #expect(NSPredicate(format: "\(predicate)").isEqual(predicate))
      }
    }
  }

  @Test func `predicates can be combined, also with the toolchain's kinds`() {
    let block = NSPredicate { object, _ in (object as? Person)?.name == "bob" }
    let compound = NSCompoundPredicate(orPredicateWithSubpredicates: [NSPredicate(format: "age == 7"), block])
    #expect(names(compound) == ["bob", "Zoë"])
    #expect(names(NSCompoundPredicate(notPredicateWithSubpredicate: compound)) == ["Ada", "Émile"])
    let comparison = NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "age"), rightExpression: NSExpression(forConstantValue: 40),
      modifier: .direct, type: .lessThan, options: [])
    #expect(names(comparison) == ["bob", "Zoë"])
    #expect(NSPredicate(format: "age == 1") is NSComparisonPredicate)
    #expect(NSPredicate(format: "age == 1 OR age == 2") is NSCompoundPredicate)
    let list = NSMutableArray(array: [3, 1, 2])
    list.filter(using: NSPredicate(format: "SELF > 1"))
    #expect(list == [3, 2])
  }

  @Test func `dates and dictionaries can be compared`() {
    let now = Date(timeIntervalSinceReferenceDate: 100)
    #expect(NSPredicate(format: "when < %@", now as NSDate).evaluate(with: ["when": now - 1]))
    #expect(!NSPredicate(format: "when < %@", now as NSDate).evaluate(with: ["when": now]))
    #expect(holds("CAST(100, 'NSDate') == %@", now))
    #expect(NSPredicate(format: "a.b == 1").evaluate(with: ["a": ["b": 1]]))
  }

  @Test(
    arguments: [
      ("age >", "a value was expected, but the format string ends, at character 6: age >▸"),
      ("age 5", "an operator was expected (==, <, IN, CONTAINS, …), at character 5: age ▸5"),
      ("a == 1 )", "unexpected text after the end of the predicate, at character 8: a == 1 ▸)"),
      ("a == 'x", "unterminated string, at character 6: a == ▸'x"),
      ("a ==[q] 1", "“q” is not one of the options c, d, n, l, at character 5: a ==▸[q] 1"),
      ("a == %d", "there is no argument for this placeholder, at character 6: a == ▸%d"),
      ("a == ~1", "unexpected “~”, at character 6: a == ▸~1"),
    ])
  func `an invalid format ends the app and shows the position`(format: String, message: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [format = format as String] in _ = NSPredicate(format: format)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("reason: 'Unable to parse the format string \"\(format)\": \(message)'"))
  }

  @Test func `any text is either parsed or refused with a position inside it`() {
    var random = SeededRandom(seed: 11)
    let words = [
      "a", "SELF", "(", ")", "{", "}", "[", "]", "==", "AND", "OR", "NOT", "ANY", "%@", "%K", "$x", "1",
      "'t'", ".", ",",
      "SUBQUERY", "+", "-", "BETWEEN", "IN", "@count", "[cd]", "#", "\"", "%", "é", "TERNARY", "FUNCTION",
      "!", ":",
    ]
    var read = 0
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 1...8, using: &random))
        .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
      if PredicateParser.check(text, ["x", "y"]) { read += 1 }
    }
    #expect(read > 0)
  }
}

@Suite struct SortDescriptorTests {
  private func sorted(_ list: [[String: Any]], _ descriptors: NSSortDescriptor...) -> [String] {
    (list as NSArray).sortedArray(using: descriptors).compactMap { ($0 as? [String: Any])?["id"] as? String }
  }
  let list: [[String: Any]] = [
    ["id": "1", "n": 2, "t": "b10"], ["id": "2", "n": 1, "t": "B9"], ["id": "3", "n": 2, "t": "a"],
    ["id": "4"],
  ]

  @Test func `keys sort by value with nil first, and equal ones by the next descriptor`() {
    #expect(sorted(list, NSSortDescriptor(key: "n", ascending: true)) == ["4", "2", "1", "3"])
    #expect(sorted(list, NSSortDescriptor(key: "n", ascending: false)) == ["1", "3", "2", "4"])
    #expect(
      sorted(list, NSSortDescriptor(key: "n", ascending: false), NSSortDescriptor(key: "t", ascending: true))
        == ["3", "1", "2", "4"])
  }

  @Test func `a method or closure can be used for comparing`() {
    func by(_ selector: String) -> NSSortDescriptor {
      NSSortDescriptor(key: "t", ascending: true, selector: Selector(selector))
    }
    #expect(sorted(list, by("compare:")) == ["4", "2", "3", "1"])
    #expect(sorted(list, by("caseInsensitiveCompare:")) == ["4", "3", "1", "2"])
    #expect(sorted(list, by("localizedStandardCompare:")) == ["4", "3", "2", "1"])
    let byLength = NSSortDescriptor(key: "t", ascending: false) { a, b in
      let (a, b) = ((a as? String ?? "").count, (b as? String ?? "").count)
      return a < b ? .orderedAscending : a > b ? .orderedDescending : .orderedSame
    }
    #expect(sorted(list, byLength) == ["1", "2", "3", "4"])
  }

  @Test func `without a key the objects themselves are compared, and a descriptor can be reversed`() {
    let descriptor = NSSortDescriptor(key: nil, ascending: true)
    #expect((["b", "a"] as NSArray).sortedArray(using: [descriptor]) as? [String] == ["a", "b"])
    let reversed = descriptor.reversedSortDescriptor as? NSSortDescriptor
    #expect(reversed?.ascending == false && reversed?.key == nil)
    #expect(NSSortDescriptor(key: "a.b", ascending: true).key == "a.b")
    #expect(NSSortDescriptor(key: "a", ascending: true) == NSSortDescriptor(key: "a", ascending: true))
    #expect(NSSortDescriptor(key: "a", ascending: true) != NSSortDescriptor(key: "a", ascending: false))
  }

  @Test func `objects are read with key-value coding`() {
    let people = ["Eva", "Ada"].map { name in
      let person = Person()
      person.friend = Person()
      person.friend?.name = name
      return person
    }
    let sorted = NSMutableArray(array: people)
    sorted.sort(using: [NSSortDescriptor(key: "friend.name", ascending: true)])
    #expect(sorted.compactMap { ($0 as? Person)?.friend?.name } == ["Ada", "Eva"])
  }
}

private final class Described: NSObject {
  override var description: String { "described" }
}
