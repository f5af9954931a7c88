import AppProject
import Translator

/// The modules that a source imports, inside any `#if`: a framework's library must exist before `canImport`
/// tests for it.
///
/// E-833: in a file that imports anything, using Combine's types counts as importing Combine, because
/// Foundation re-exports them. That implicit import has a name of its own, so that packages with types of
/// these names are unaffected.
enum SourceImports {
  /// The name of the implicit import of a source that uses Combine's types without importing it.
  static let combineByFoundation = "+Combine"
  private static let kinds: [StaticString] = [
    "class", "struct", "enum", "protocol", "func", "var", "let", "typealias", "actor",
  ]
  private static let combineTypes: [StaticString] = [
    "Published", "ObservableObject", "AnyCancellable", "AnyPublisher", "PassthroughSubject",
    "CurrentValueSubject",
  ]

  static func modules(in source: SwiftTokens) -> Set<String> {
    var names: Set<String> = []
    var namesCombine = false
    for (index, token) in source.tokens.enumerated() where token.kind == .word {
      if source.matches(token, "import"), let name = module(behindImport: index, in: source) {
        names.insert(source.name(name))
      }
      namesCombine = namesCombine || combineTypes.contains { source.matches(token, $0) }
    }
    if namesCombine, !names.isEmpty { names.insert(combineByFoundation) }
    return names
  }

  /// The name of the module in an import declaration; `nil` if the word at `index` does not begin one.
  static func module(behindImport index: Int, in source: SwiftTokens) -> SwiftTokens.Token? {
    let tokens = source.tokens
    if index > 0, tokens[index - 1].kind == .period { return nil }
    var next = index + 1
    if next + 1 < tokens.count, kinds.contains(where: { source.matches(tokens[next], $0) }) { next += 1 }
    return next < tokens.count && tokens[next].kind == .word ? tokens[next] : nil
  }
}

extension Target {
  /// The modules outside the project that the target's sources and its bridging header import, or that it
  /// links without importing them: its storyboards may use their classes.
  func imports(in project: Project, by fingerprints: FileFingerprints) -> Set<String> {
    var imports = sources.reduce(into: Set(bridgedModules + systemFrameworks)) {
      $0.formUnion(fingerprints.imports(of: $1))
    }
    // E-833
    if imports.remove(SourceImports.combineByFoundation) != nil, packageName == nil {
      imports.insert("Combine")
    }
    return imports.subtracting(project.targets.map(\.moduleName))
  }
}
