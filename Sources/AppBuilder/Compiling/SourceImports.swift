import AppProject
import Translator

/// The modules that a source imports, in whatever `#if`: the library of a framework must be there before `canImport` asks for it.
///
/// E-833: the types of Combine count as an import of it in a file that imports anything, since Foundation exports them; so that a
/// package with types of these names is left alone, that import has a name of its own.
enum SourceImports {
  /// What a source that names types of Combine imports beside the modules after `import`.
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
  /// The modules beyond the project's own that the target's sources and its bridging header name, or that it links without a word in
  /// the sources: its storyboards may name their classes.
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
