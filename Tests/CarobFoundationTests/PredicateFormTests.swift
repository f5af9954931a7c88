import CarobFoundation
import Testing

/// Predicates and expressions as objects: equality, copies, descriptions, and creation without a format.
@Suite struct PredicateFormTests {
  @Test func `equivalent predicates are equal and have equal hashes`() {
    func predicate(_ format: String, _ arguments: Any...) -> NSPredicate {
      NSPredicate(format: format, argumentArray: arguments)
    }
    let same = [
      ("name == 'x'", "name = \"x\""), ("a == 1 AND b == 2", "a = 1 && b = 2"),
      ("NOT a IN {1, 2}", "! a in {1,2}"), ("TRUEPREDICATE", "truepredicate"),
      ("(a + 1) * 2 > b", "( a+1 )*2>b"),
      ("SUBQUERY(a, $x, $x > 1).@count == 1", "subquery(a,$x,$x>1).@count=1"),
    ]
    for (one, other) in same {
      #expect(predicate(one) == predicate(other) && predicate(one).hash == predicate(other).hash, "\(one)")
    }
    let different = [
      ("name == 'x'", "name == 'y'"), ("name == 'x'", "name ==[c] 'x'"), ("name == 'x'", "name CONTAINS 'x'"),
      ("a == 1 AND b == 2", "a == 1 OR b == 2"), ("a == 1 AND b == 2", "a == 1"),
      ("TRUEPREDICATE", "FALSEPREDICATE"), ("(a + 1) * 2 > b", "a + 1 * 2 > b"), ("a == 1", "a == '1'"),
      ("a - (b - 1) > 0", "a - b - 1 > 0"), ("ANY a == 1", "ALL a == 1"),
    ]
    for (one, other) in different { #expect(predicate(one) != predicate(other), "\(one)") }
    #expect(predicate("TRUEPREDICATE") == NSPredicate(value: true))
    #expect(
      NSPredicate(value: false) != predicate("a == 1") && predicate("a == 1") != NSPredicate(value: false))
    let (one, other) = (Alike(), Alike())
    #expect(predicate("a == %@", one) == predicate("a == %@", one))
    #expect(predicate("a == %@", one) != predicate("a == %@", other))
  }

  @Test func `a copy evaluates like the original`() {
    for (format, yes, no) in [("SELF > 1", 2, 1), ("SELF > 1 AND SELF < 5", 2, 7), ("NOT SELF == 1", 2, 1)] {
      let predicate = NSPredicate(format: format)
      for copy in [predicate.copy(), predicate.copy(with: nil)] {
        let copy = copy as? NSPredicate
        #expect(copy == predicate && copy?.evaluate(with: yes) == true && copy?.evaluate(with: no) == false)
      }
    }
  }

  @Test func `descriptions keep significant parentheses`() {
    for (format, text, value) in [
      ("(a + 1) * 2", "(a + 1) * 2", 6), ("a + 1 * 2", "a + 1 * 2", 4), ("10 - (a - 1)", "10 - (a - 1)", 9),
      ("10 - a - 1", "10 - a - 1", 7), ("8 / (4 / a)", "8 / (4 / a)", 4),
      ("(2 ** a) ** 3", "(2 ** a) ** 3", 64),
      ("2 ** a ** 3", "2 ** a ** 3", 256), ("(a * 3) + 1", "a * 3 + 1", 7), ("-(a + 1)", "0 - (a + 1)", -3),
    ] {
      let expression = NSExpression(format: format)
      #expect(expression.description == text)
      #expect(expression.expressionValue(with: ["a": 2], context: nil) as? Int == value, "\(format)")
      let again = NSExpression(format: text)
      #expect(again == expression && again.expressionValue(with: ["a": 2], context: nil) as? Int == value)
    }
  }

  @Test func `expressions are compared by content and found in arrays`() {
    let key = NSExpression(forKeyPath: "name")
    let constant = NSExpression(forConstantValue: "x")
    let pairs: [(NSExpression, NSExpression, Bool)] = [
      (key, NSExpression(forKeyPath: "name"), true), (key, NSExpression(forKeyPath: "other"), false),
      (constant, NSExpression(forConstantValue: "x"), true),
      (constant, NSExpression(forConstantValue: "y"), false),
      (key, NSExpression(forConstantValue: "name"), false),
      (NSExpression(forVariable: "v"), NSExpression(forVariable: "v"), true),
      (
        NSExpression(forFunction: "sum:", arguments: [key]),
        NSExpression(forFunction: "sum:", arguments: [key]), true
      ),
      (.expressionForEvaluatedObject(), .expressionForEvaluatedObject(), true),
      (
        NSExpression(block: { _, _, _ in 1 }, arguments: nil),
        NSExpression(block: { _, _, _ in 2 }, arguments: nil), false
      ),
    ]
    for (one, other, isSame) in pairs {
      #expect((one == other) == isSame && (!isSame || one.hash == other.hash), "\(one) \(other)")
    }
    #expect(NSArray(array: [key, constant]).index(of: NSExpression(forConstantValue: "x")) == 1)
    #expect(key.copy() as? NSExpression == key)
  }

  @Test func `functions can be called by their documented names, with or without a colon`() {
    func value(_ name: String) -> Double? {
      let list = NSExpression(forConstantValue: [1, 2, 3])
      let function = NSExpression(forFunction: name, arguments: [list])
      #expect(function.function == name)
      return (function.expressionValue(with: nil, context: nil) as? NSNumber)?.doubleValue
    }
    for (name, expected) in [
      ("sum:", 6.0), ("average:", 2), ("count:", 3), ("max:", 3), ("min:", 1), ("median:", 2),
    ] {
      #expect(value(name) == expected && value(String(name.dropLast())) == expected)
    }
  }

  @Test func `creating an expression with an unknown function ends the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NSExpression(forFunction: "nosuchfunction:", arguments: [])
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("'NSInvalidArgumentException'")
        && text.contains("unknown predicate function nosuchfunction:"))
  }

  @Test(arguments: [
    (#"FUNCTION("#, 3_000), ("(", 3_000), ("NOT ", 3_000), ("-", 3_000), ("2 ** ", 3_000), ("{", 3_000),
    ("1 + ", 3_000), ("a.", 3_000),
    // Parsed as a predicate and then as an expression at each level, this would take exponential time.
    ("(TERNARY(", 40),
  ])
  func `a format that is nested too deeply is refused`(_ piece: String, _ count: Int) {
    #expect(!PredicateParser.check(String(repeating: piece, count: count) + "1 == 1", []))
  }

  @Test func `realistic nesting and lengths are accepted`() {
    let deep = String(repeating: "(", count: 40) + "a == 1" + String(repeating: ")", count: 40)
    let long = Array(repeating: "1", count: 400).joined(separator: " + ") + " == 400"
    let wide = (0..<3_000).map { "a == \($0)" }.joined(separator: " OR ")
    for format in [deep, long, wide] { #expect(PredicateParser.check(format, [])) }
    #expect(NSPredicate(format: long).evaluate(with: nil))
  }

  @Test func `union, intersection and difference work with all collections`() {
    func list(_ values: String...) -> NSExpression {
      NSExpression(forAggregate: values.map { NSExpression(forConstantValue: $0) })
    }
    func value(_ expression: NSExpression) -> NSSet? {
      expression.expressionValue(with: nil, context: nil) as? NSSet
    }
    let (abc, cde) = (list("a", "b", "c"), NSExpression(forConstantValue: NSSet(array: ["c", "d", "e"])))
    #expect(value(NSExpression(forUnionSet: abc, with: cde)) == NSSet(array: ["a", "b", "c", "d", "e"]))
    #expect(value(NSExpression(forIntersectSet: abc, with: cde)) == NSSet(array: ["c"]))
    #expect(value(NSExpression(forMinusSet: abc, with: cde)) == NSSet(array: ["a", "b"]))
    #expect((abc.expressionValue(with: nil, context: nil) as? [String]) == ["a", "b", "c"])
  }

  @Test func `a set operation with a value that is not a collection ends the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NSExpression(format: "{1, 2} MINUS 3").expressionValue(with: nil, context: nil)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("need collections"))
  }

  @Test func `parsed and manually created comparisons have the same sides and operator`() throws {
    let object: [String: Any] = ["name": "xyz", "list": ["a", "b"]]
    let parsed = try #require(NSPredicate(format: "name CONTAINS[c] 'Y'") as? NSComparisonPredicate)
    #expect(parsed.predicateOperatorType == .contains && parsed.leftExpression.keyPath == "name")
    #expect(parsed.rightExpression.constantValue as? String == "Y" && parsed.options == .caseInsensitive)
    let built = NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "name"), rightExpression: NSExpression(forConstantValue: "Y"),
      modifier: .direct, type: .contains, options: .caseInsensitive)
    #expect(
      built == parsed && built.predicateFormat == parsed.predicateFormat && built.evaluate(with: object))
    func holds(_ format: String) -> Bool { NSPredicate(format: format).evaluate(with: object) }
    #expect(!holds("name CONTAINS 'Y'") && holds("list CONTAINS 'a'") && !holds("list CONTAINS 'z'"))
    #expect(holds("name IN 'wxyz'") && holds("'a' IN list") && !holds("'q' IN list"))
    #expect((NSPredicate(format: "name IN 'wxyz'") as? NSComparisonPredicate)?.predicateOperatorType == .in)
  }

  @Test func `a compound has its type and parts, and stops evaluating early`() {
    let asked = Box(0)
    let spy = NSPredicate { _, _ in
      asked.value += 1
      return true
    }
    let (yes, no) = (NSPredicate(value: true), NSPredicate(value: false))
    #expect(!NSCompoundPredicate(andPredicateWithSubpredicates: [no, spy]).evaluate(with: nil))
    #expect(NSCompoundPredicate(orPredicateWithSubpredicates: [yes, spy]).evaluate(with: nil))
    #expect(!NSPredicate(format: "1 == 2 AND %K == 1", "x").evaluate(with: ["x": 1]) && asked.value == 0)
    for (type, parts, result) in [
      (NSCompoundPredicate.LogicalType.and, [yes, yes], true), (.and, [yes, no], false),
      (.or, [no, yes], true),
      (.or, [no], false), (.not, [no], true), (.not, [yes], false),
    ] {
      let compound = NSCompoundPredicate(type: type, subpredicates: parts)
      #expect(compound.compoundPredicateType == type && compound.subpredicates.count == parts.count)
      #expect(compound.evaluate(with: nil) == result)
    }
    #expect(NSPredicate(format: "a == 1 OR b == 2 OR c == 3").description == "a == 1 OR b == 2 OR c == 3")
  }

  @Test func `predicates filter arrays, sets and ordered sets, also with null elements`() {
    let long = NSPredicate(format: "SELF.length > 2")
    let words = ["1", "12", "123", "1234"]
    #expect(NSArray(array: words).filtered(using: long) as? [String] == ["123", "1234"])
    #expect(NSSet(array: words).filtered(using: long) == ["123", "1234"])
    #expect(NSOrderedSet(array: words).filtered(using: long).array as? [String] == ["123", "1234"])
    let (set, ordered) = (NSMutableSet(array: words), NSMutableOrderedSet(array: words))
    set.filter(using: long)
    ordered.filter(using: NSPredicate(format: "self beginswith '12'"))
    #expect(set.count == 2 && ordered.array as? [String] == ["12", "123", "1234"])
    let rows: NSArray = [["key": "value1"], ["key": "value2"], NSNull()]
    #expect(rows.filtered(using: NSPredicate(format: "key == %@", "value2")).count == 1)
    #expect(rows.filtered(using: NSPredicate(format: "other == 'x'")).isEmpty)
    #expect(NSArray(array: words).filtered(using: NSPredicate(format: "description == '12'")).count == 1)
    #expect(NSArray(array: words).filtered(using: NSPredicate(format: "SELF == '%@'", "12")).isEmpty)
  }

  @Test func `BETWEEN works for all ordered values, and array elements are found by index and name`() {
    func filter(_ list: [Any], _ low: Any, _ high: Any) -> Int {
      NSArray(array: list).filtered(
        using: NSPredicate(format: "SELF BETWEEN {%@, %@}", argumentArray: [low, high])
      ).count
    }
    let days = (0..<4).map { Date(timeIntervalSinceReferenceDate: Double($0) * 86_400) }
    #expect(filter(["a", "b", "c", "d"], "b", "c") == 2 && filter([1, 2, 3], 2, 3) == 2)
    #expect(filter(days, days[1], days[2]) == 2 && filter([1, 2, 3], 3, 2) == 0)
    for format in ["SELF[FIRST] = 1", "SELF[LAST] = 0", "SELF[SIZE] = 3", "SELF[1] = 2", "sum(SELF) = 3"] {
      #expect(NSPredicate(format: format).evaluate(with: [1, 2, 0]), "\(format)")
    }
    #expect(NSExpression(format: "%d*%f", 3, 3.5).expressionValue(with: nil, context: nil) as? Double == 10.5)
    #expect(
      NSPredicate(format: "%K < %f AND %f > %K", "a.b", 40.5, 40.5, "a.b").evaluate(with: ["a": ["b": 34]]))
  }

  @Test func `a block predicate gets the evaluation's variables`() {
    let block = NSPredicate { object, bindings in
      (object as? [String: String])?[bindings?["KEY"] as? String ?? "first"] == "yes"
    }
    let object = ["first": "yes", "second": "no"]
    #expect(block.evaluate(with: object))
    #expect(!block.evaluate(with: object, substitutionVariables: ["KEY": "second"]))
  }

  @Test func `a %K argument is a key, even if it looks like a variable`() {
    let predicate = NSPredicate(format: "%K like %@+$b+$c", "$single", "b\"")
    #expect(predicate.description == "$single LIKE \"b\\\"\" + $b + $c")
    let filled = predicate.withSubstitutionVariables(["single": "s", "b": "B", "c": "$c"])
    #expect(filled.description == "$single LIKE \"b\\\"\" + \"B\" + \"$c\"")
  }

  @Test func `sort descriptors compare two objects, can be reversed, and are equal if their keys are`() {
    let up = NSSortDescriptor(key: "name", ascending: true)
    let (a, b) = (["name": "a"], ["name": "b"])
    #expect(up.compare(a, to: b) == .orderedAscending && up.compare(b, to: a) == .orderedDescending)
    #expect(up.compare(a, to: ["name": "a"]) == .orderedSame)
    let down = up.reversedSortDescriptor as? NSSortDescriptor
    #expect(down?.compare(a, to: b) == .orderedDescending && down?.key == "name" && down?.ascending == false)
    #expect(
      down == NSSortDescriptor(key: "name", ascending: false)
        && up.hash == NSSortDescriptor(key: "name", ascending: true).hash)
    #expect(up != NSSortDescriptor(key: "other", ascending: true))
    let folded = NSSortDescriptor(key: "name", ascending: true, selector: Selector("caseInsensitiveCompare:"))
    #expect(folded.compare(["name": "ABC"], to: ["name": "abc"]) == .orderedSame)
    #expect(folded.compare(["name": "abc"], to: ["name": "ABD"]) == .orderedAscending && folded != up)
  }
}

private final class Alike: NSObject {
  override var description: String { "alike" }
}
