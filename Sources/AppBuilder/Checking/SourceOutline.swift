import Foundation

/// What can be seen in Swift sources without parsing them: imports, classes with their superclasses and members.
struct SourceOutline {
  struct Import: Equatable {
    var module: String
    var line: Int
    var column: Int
  }

  /// What one class declares by name; enough to tell whether an outlet or action may be meant.
  struct Class: Equatable {
    var superclass: String?
    var members: Set<String> = []
  }

  /// Imports outside of `#if`.
  var imports: [Import] = []
  var classes: [String: Class] = [:]
  var hasEntryPoint = false
  /// The line of a SwiftUI `App`.
  var swiftUIAppLine: Int?

  init() {}

  init(_ text: String) {
    let code = Self.withoutCommentsAndStrings(text)
    findImports(code)
    findClasses(code)
    hasEntryPoint = code.contains("@main") || code.contains("@UIApplicationMain")
    if imports.contains(where: { $0.module == "SwiftUI" }), code.contains("@main"),
      let range = code.firstRange(of: /struct\s+\w+\s*:\s*(SwiftUI\s*\.\s*)?App\b/)
    {
      swiftUIAppLine = code[..<range.lowerBound].count { $0 == "\n" } + 1
    }
  }

  mutating func merge(_ other: SourceOutline) {
    imports += other.imports
    hasEntryPoint = hasEntryPoint || other.hasEntryPoint
    for (name, found) in other.classes {
      var known = classes[name] ?? Class()
      known.superclass = known.superclass ?? found.superclass
      known.members.formUnion(found.members)
      classes[name] = known
    }
  }

  private mutating func findImports(_ code: String) {
    var depth = 0
    for (index, line) in code.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let statement = line.drop { $0 == " " || $0 == "\t" }
      if statement.hasPrefix("#if") { depth += 1 }
      if statement.hasPrefix("#endif") { depth -= 1 }
      guard depth == 0, statement.contains("import "),
        let match = statement.firstMatch(
          of:
            /^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|internal|private|fileprivate|package)\s+)?import\s+(?:(?:class|struct|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
        )
      else { continue }
      imports.append(
        Import(
          module: String(match.1), line: index + 1,
          column: line.utf8.distance(from: line.startIndex, to: match.1.startIndex) + 1))
    }
  }

  /// Classes and extensions with the names of what stands in their braces, nested levels included.
  private mutating func findClasses(_ code: String) {
    for match in code.matches(
      of: /\b(class|extension)\s+([A-Za-z_][\w.]*)\s*(?:<[^>{]*>)?\s*(?::\s*([\w.]+))?[^{;]*\{/)
    {
      let keyword = match.1
      let name = String(match.2.split(separator: ".").last ?? match.2)
      if ["func", "var", "let", "subscript", "init"].contains(name) { continue }  // class func …
      var found = Class()
      if keyword == "class", let superclass = match.3 {
        found.superclass = String(superclass.split(separator: ".").last ?? superclass)
      }
      let body = Self.body(of: code[match.range.upperBound...])
      for member in body.matches(of: /\b(?:var|let|func)\s+`?([A-Za-z_]\w*)/) {
        found.members.insert(String(member.1))
      }
      var outline = SourceOutline()
      outline.classes[name] = found
      merge(outline)
    }
  }

  private static func body(of rest: Substring) -> Substring {
    var depth = 1
    for index in rest.indices {
      if rest[index] == "{" { depth += 1 }
      if rest[index] == "}" {
        depth -= 1
        if depth == 0 { return rest[..<index] }
      }
    }
    return rest
  }

  /// The code with comments and texts blanked, line breaks kept.
  static func withoutCommentsAndStrings(_ text: String) -> String {
    String(decoding: withoutCommentsAndStrings(Array(text.utf8)), as: UTF8.self)
  }

  static func withoutCommentsAndStrings(_ code: [UInt8]) -> [UInt8] {
    var bytes = code
    var index = 0
    func at(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
    func blank(_ count: Int) {
      for _ in 0..<count where index < bytes.count {
        if bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
        index += 1
      }
    }
    let slash = UInt8(ascii: "/")
    let star = UInt8(ascii: "*")
    let quote = UInt8(ascii: "\"")
    while index < bytes.count {
      if bytes[index] == slash, at(1) == slash {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blank(1) }
      } else if bytes[index] == slash, at(1) == star {
        var depth = 1
        blank(2)
        while index < bytes.count, depth > 0 {
          if bytes[index] == slash, at(1) == star {
            depth += 1
            blank(2)
          } else if bytes[index] == star, at(1) == slash {
            depth -= 1
            blank(2)
          } else {
            blank(1)
          }
        }
      } else if bytes[index] == quote {
        let isLong = at(1) == quote && at(2) == quote
        let width = isLong ? 3 : 1
        blank(width)
        while index < bytes.count {
          if bytes[index] == UInt8(ascii: "\\") {
            blank(2)
          } else if bytes[index] == quote, !isLong || (at(1) == quote && at(2) == quote) {
            blank(width)
            break
          } else if bytes[index] == UInt8(ascii: "\n"), !isLong {
            break
          } else {
            blank(1)
          }
        }
      } else {
        index += 1
      }
    }
    return bytes
  }
}
