import Translator

/// The outline of Swift sources from their tokens: imports, and classes with their superclasses and members.
struct SourceOutline {
  struct Import: Equatable {
    var module: String
    var line: Int
    var column: Int
  }

  /// The member names of one class; enough to tell whether an outlet or action may exist.
  struct Class: Equatable {
    var superclass: String?
    /// Including the members of nested types.
    var members: Set<String> = []
  }

  /// Imports outside `#if`.
  var imports: [Import] = []
  var classes: [String: Class] = [:]
  var hasEntryPoint = false
  /// The line that declares a SwiftUI `App`.
  var swiftUIAppLine: Int?

  init() {}

  init(_ source: SwiftTokens) {
    findImports(source)
    findClasses(source)
    hasEntryPoint = Self.hasAttribute("main", source) || Self.hasAttribute("UIApplicationMain", source)
    if imports.contains(where: { $0.module == "SwiftUI" }), Self.hasAttribute("main", source) {
      swiftUIAppLine = Self.lineOfApp(source)
    }
  }

  mutating func merge(_ other: SourceOutline) {
    imports += other.imports
    hasEntryPoint = hasEntryPoint || other.hasEntryPoint
    for (name, found) in other.classes { merge(name, found) }
  }

  private mutating func merge(_ name: String, _ found: Class) {
    classes[name, default: Class()].superclass = classes[name]?.superclass ?? found.superclass
    classes[name]?.members.formUnion(found.members)
  }

  private mutating func findImports(_ source: SwiftTokens) {
    var depth = 0
    for (index, token) in source.tokens.enumerated() {
      switch token.kind {
      case .poundIf: depth += 1
      case .poundEndif: depth -= 1
      case .word where depth == 0 && source.matches(token, "import"):
        guard let name = SourceImports.module(behindImport: index, in: source) else { continue }
        let (line, column) = source.place(name)
        imports.append(Import(module: source.name(name), line: line, column: column))
      default: break
      }
    }
  }

  private mutating func findClasses(_ source: SwiftTokens) {
    for declaration in ClassDeclaration.all(in: source) {
      var found = Class(superclass: declaration.superclass)
      for index in declaration.body.dropLast() where source.tokens[index].kind == .word {
        let token = source.tokens[index]
        let next = source.tokens[index + 1]
        if next.kind == .word,
          source.matches(token, "var") || source.matches(token, "let") || source.matches(token, "func")
        {
          found.members.insert(source.name(next))
        }
      }
      merge(declaration.name, found)
    }
  }

  private static func hasAttribute(_ name: StaticString, _ source: SwiftTokens) -> Bool {
    zip(source.tokens, source.tokens.dropFirst()).contains {
      $0.kind == .at && $1.kind == .word && source.matches($1, name)
    }
  }

  /// The line of `struct A: App` or `struct A: SwiftUI.App`.
  private static func lineOfApp(_ source: SwiftTokens) -> Int? {
    let tokens = source.tokens
    for index in tokens.indices.dropLast(3) where source.matches(tokens[index], "struct") {
      guard tokens[index + 2].kind == .colon else { continue }
      var type = index + 3
      if source.matches(tokens[type], "SwiftUI"), type + 2 < tokens.count { type += 2 }
      if source.matches(tokens[type], "App") { return source.place(tokens[index]).line }
    }
    return nil
  }
}
