import CarobFoundation
import TestSupport
import Testing

@testable import CoreData

/// Random predicates over a library of books: 1,200 for each seed here, 10,000 in `Tests/Deep/core-data-predicates`.
@Suite struct PredicateCorpusTests {
  private static let count = RandomTest.count(otherwise: 1200)
  private static let firstSeed = RandomTest.seed()

  /// Generates random predicates over books; arguments are objects in memory or their identifiers.
  private struct Maker {
    var random: SeededRandom
    let library: Library
    var arguments: [Any] = []

    mutating func pick<T>(_ list: [T]) -> T { list.randomElement(using: &random)! }

    // MARK: Values by kind

    mutating func text(_ base: String) -> String {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...5:
        return pick(
          base == "tag" ? ["$t.name"] : ["title", "author.name", "author.mentor.name", "firstBook.title"])
      case 6: return "uppercase(\(text(base)))"
      case 7: return "lowercase:(\(text(base)))"
      case 8: return "TERNARY(pages > 2, title, author.name)"
      default: return constantText()
      }
    }
    mutating func constantText() -> String {
      arguments.append(
        pick([
          "", "a", "A", "ab", "b", "e", "É", "emile", "Émile", "K", "ss", "STRASSE", "zo", "日", "🙂", "a?",
          "*",
        ]))
      return "%@"
    }
    mutating func number(_ base: String) -> String {
      switch Int.random(in: 0..<14, using: &random) {
      case 0...4:
        return pick(
          base == "tag"
            ? ["$t.rank"] : ["pages", "author.rating", "weight", "author.isActive", "firstBook.pages"])
      case 5: return pick(["tags.@count", "author.books.@count", "series.@count"])
      case 6:
        return pick([
          "tags.@sum.rank", "author.books.@avg.pages", "tags.@max.rank", "author.books.@min.pages",
        ])
      case 7: return "(\(number(base)) + \(number(base)))"
      case 8: return "(\(number(base)) - \(number(base)))"
      case 9: return "(\(number(base)) * \(constantNumber()))"
      case 10: return "(\(number(base)) / \(constantNumber()))"
      case 11:
        return pick(["abs:(pages)", "floor(weight)", "ceiling:(author.rating)", "modulus:by:(pages, 3)"])
      case 12: return "length(\(text(base)))"
      default: return constantNumber()
      }
    }
    mutating func constantNumber() -> String { pick(["0", "1", "2", "2.5", "100", "-1", "0.25", "3"]) }
    mutating func date() -> String {
      switch Int.random(in: 0..<5, using: &random) {
      case 0...2: return pick(["author.born", "author.mentor.born"])
      case 3: return "(author.born + 500)"
      default: return "CAST(\(pick(["0", "1000", "2500", "-1000"])), \"NSDate\")"
      }
    }
    mutating func options() -> String { pick(["", "", "", "[c]", "[d]", "[cd]"]) }
    mutating func order() -> String { pick(["==", "!=", "<", "<=", ">", ">="]) }
    mutating func object(_ name: String) -> String {
      arguments.append(library.objects[name]!.randomElement(using: &random)!)
      return "%@"
    }

    // MARK: Conditions

    mutating func condition(_ depth: Int, _ base: String = "") -> String {
      switch Int.random(in: 0..<(depth > 0 ? 22 : 17), using: &random) {
      case 0, 1: return "\(text(base)) \(order())\(options()) \(text(base))"
      case 2: return "\(text(base)) \(pick(["BEGINSWITH", "ENDSWITH", "CONTAINS"]))\(options()) \(text(base))"
      case 3:
        arguments.append(pick(["a*", "*b", "?", "*", "[aA]b*", "É*", "*s*", "a\\*b"]))
        let whole = text(base)
        // NB: arguments are in the order of the text.
        arguments.append(arguments.remove(at: arguments.count - 1))
        return whole.contains("%@") ? "TRUEPREDICATE" : "\(whole) LIKE\(options()) %@"
      case 4:
        return
          "\(pick(["title", "author.name"])) MATCHES\(pick(["", "[c]", "[d]"])) \"\(pick(["a.*", ".*b", "[a-z]+", "(?i)a.?", "É.*"]))\""
      case 5, 6: return "\(number(base)) \(order()) \(number(base))"
      case 7: return "\(number(base)) BETWEEN {\(number(base)), \(number(base))}"
      case 8: return "\(date()) \(order()) \(date())"
      case 9:
        return
          "\(pick(["title", "author", "pages", "author.born", "price", "isbn", "cover", "firstBook"])) \(pick(["==", "!="])) nil"
      case 10:
        return
          "\(pick(["title", "author.name"])) IN\(pick(["", "[c]", "[cd]"])) {\"a\", \"emile\", \"K\", \"Zoë\"\(pick(["", ", nil"]))}"
      case 11:
        return "\(pick(["pages", "weight", "author.rating"])) IN {0, 1, 2.5, 100\(pick(["", ", nil"]))}"
      case 12:
        return pick([true, false])
          ? "author \(pick(["==", "!="])) \(object("Author"))"
          : "SELF \(pick(["==", "!="])) \(object("Book"))"
      case 13:
        let choice = Int.random(in: 0..<3, using: &random)
        if choice == 0 { return "author IN {\(object("Author")), \(object("Author"))}" }
        return choice == 1 ? "tags CONTAINS \(object("Tag"))" : "\(object("Tag")) IN tags"
      case 14:
        return
          "\(pick(["ANY", "ALL", "NONE"])) \(pick(["tags.name", "author.books.title", "series.title"])) \(order())\(options()) \(constantText())"
      case 15:
        return
          "\(pick(["ANY", "ALL", "NONE"])) \(pick(["tags.rank", "author.books.pages", "series.pages"])) \(order()) \(constantNumber())"
      case 16:
        return pick([
          "price > 1.5", "price == 10", "price <= 9.99", "price BETWEEN {0, 100}", "isbn == nil",
          "cover != nil",
          "title == title", "author.isActive == YES", "NOT author.isActive == YES", "SELF IN author.books",
          "sum(tags.rank) > 3", "count(tags) == 2", "max(tags.rank) >= 3", "min(author.books.pages) < 2",
          "author.books.title.@count > 2", "tags[SIZE] > 1", "\"a\" IN tags.name",
          "pages IN author.books.pages",
          "title IN \"abc\"", "author.name IN title",
        ])
      case 17: return "NOT (\(condition(depth - 1, base)))"
      case 18, 19: return "(\(condition(depth - 1, base)) AND \(condition(depth - 1, base)))"
      case 20: return "(\(condition(depth - 1, base)) OR \(condition(depth - 1, base)))"
      default:
        return "SUBQUERY(tags, $t, \(condition(depth - 1, "tag"))).@count \(order()) \(pick(["0", "1", "2"]))"
      }
    }
  }

  @Test(.rule("C-210", "C-211", "C-212", "C-213"), arguments: [firstSeed, firstSeed + 1])
  func `a predicate finds the same objects in SQL as in memory`(seed: UInt64) throws {
    let library = Library()
    var random = SeededRandom(seed: seed)
    try library.fill(&random)
    let books = library.objects["Book"]!
    var maker = Maker(random: random, library: library)
    var found = 0
    for _ in 0..<Self.count {
      maker.arguments = []
      let format = maker.condition(3)
      let inMemory = NSPredicate(format: format, argumentArray: maker.arguments)
      let ids = maker.arguments.map { ($0 as? PlainObject)?.id ?? $0 }
      let bySQL = NSPredicate(format: format, argumentArray: ids)
      let expected = books.filter { inMemory.evaluate(with: $0) }.map(\.id.key)
      let keys = try library.keys("Book", bySQL)
      if keys != expected {
        Issue.record("\(format) \(maker.arguments): SQL \(keys), in memory \(expected)")
      }
      if !expected.isEmpty, expected.count < books.count { found += 1 }
    }
    #expect(found > Self.count / 3)
  }
}
