import AppProject

/// The modules that a source names after `import`, in whatever `#if`: the library of a framework must be there before `canImport` asks for it.
///
/// E-833: the types of Combine count as an import of it in a file that imports anything, since Foundation exports them; so that a
/// package with types of these names is left alone, that import has a name of its own.
///
/// Looks at bytes, for it sees every file of a project; comments to the end of a line are left out, those of several lines are not.
enum SourceImports {
  private static let keyword = Array("import".utf8)
  private static let kinds: Set<String> = [
    "class", "struct", "enum", "protocol", "func", "var", "let", "typealias", "actor",
  ]

  /// What a source that names types of Combine imports beside the modules after `import`.
  static let combineByFoundation = "+Combine"
  private static let combineTypes = [
    "Published", "ObservableObject", "AnyCancellable", "AnyPublisher", "PassthroughSubject",
    "CurrentValueSubject",
  ].map { Array($0.utf8) }

  static func modules(in source: some Sequence<UInt8>) -> Set<String> {
    var names: Set<String> = []
    var namesCombine = false
    for line in Array(source).split(separator: UInt8(ascii: "\n")) where line.count > keyword.count {
      var words = Words(line)
      while let word = words.next() {
        if !namesCombine, combineTypes.contains(where: word.elementsEqual) { namesCombine = true }
        guard word.elementsEqual(keyword),
          var name = words.next().map({ String(decoding: $0, as: UTF8.self) })
        else { continue }
        if kinds.contains(name), let next = words.next() { name = String(decoding: next, as: UTF8.self) }
        names.insert(name)
      }
    }
    if namesCombine, !names.isEmpty { names.insert(combineByFoundation) }
    return names
  }

  /// The identifiers of a line up to a comment or a string.
  private struct Words: IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ line: ArraySlice<UInt8>) { rest = line }

    mutating func next() -> ArraySlice<UInt8>? {
      while let byte = rest.first, !Self.isPart(byte) {
        if byte == UInt8(ascii: "\"") || rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
          return nil
        }
        rest.removeFirst()
      }
      let word = rest.prefix(while: Self.isPart)
      rest = rest[word.endIndex...]
      return word.isEmpty ? nil : word
    }

    private static func isPart(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
        true
      default: false
      }
    }
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
