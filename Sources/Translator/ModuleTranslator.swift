import Foundation
import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// Turns the Swift files of one module from Apple's dialect into portable Swift.
///
/// Every file is parsed once and walked once. The rules then write edits of the text that preserve lines and
/// columns. Translating a translation changes nothing. Called by the builder for each target, and by
/// `carob translate`.
public struct ModuleTranslator: Sendable {
  public let options: TranslationOptions

  public init(options: TranslationOptions) {
    self.options = options
  }

  /// The rules, in the order in which they run.
  private static var rules: [any Rule.Type] {
    [
      Previews.self, ObjCAttributes.self, MainActorObject.self, ObjectOverrides.self, DelegateOverrides.self,
      DynamicProperties.self,
      CopyingProperties.self, ManagedProperties.self, ExtensionOverrides.self, InheritedConformances.self,
      DelegateMethods.self,
      MethodTables.self,
      PropertyTables.self, Factories.self,
      SelectorExpression.self, KeyPathExpression.self, KeyPathArguments.self, AnyObjectMembers.self,
      OptionalRequirements.self, MetatypeInitializers.self, CoreFoundationCasts.self, NullCasts.self,
      FetchRequestCasts.self, EntryPoint.self,
      Conditions.self, Imports.self,
    ]
  }

  public func translate(_ files: [SourceFile], cache: TranslationCache? = nil) -> TranslationResult {
    concurrentMap([0]) { _ in translateOnLargeStack(files, cache) }[0]
  }

  private func translateOnLargeStack(_ files: [SourceFile], _ cache: TranslationCache?) -> TranslationResult {
    let keys = cache.map { cache in concurrentMap(files) { cache.contentKey($0, options) } }
    var parsed: [ParsedFile?]
    let indices: [FileIndex]
    if let cache, let keys {
      let results = concurrentMap(Array(files.indices)) { number -> (FileIndex, ParsedFile?) in
        if let index = cache.index(keys[number]) { return (index, nil) }
        let file = ParsedFile(files[number], options)
        cache.store(file.facts.index, keys[number])
        return (file.facts.index, file)
      }
      indices = results.map(\.0)
      parsed = results.map(\.1)
    } else {
      parsed = concurrentMap(files) { ParsedFile($0, options) }
      indices = parsed.map { $0?.facts.index ?? FileIndex() }
    }

    let module = ModuleIndex(files: indices, options: options)
    let digest = cache.map { $0.digest(module.digestText) }
    let paths = files.map(\.projectRelativePath)
    var result = TranslationResult(files: [], generated: nil, diagnostics: [])
    for (number, file) in files.enumerated() {
      var translated: CachedTranslation
      if let cache, let keys, let digest, let known = cache.translation(keys[number], digest) {
        translated = known
      } else {
        let parsedFile = parsed[number] ?? ParsedFile(file, options)
        parsed[number] = nil
        translated = translate(parsedFile, file, number, module, paths)
        if let cache, let keys, let digest { cache.store(translated, keys[number], digest) }
      }
      result.files.append(TranslatedFile(path: file.path, text: translated.text))
      result.diagnostics += translated.diagnostics
    }
    if options.generatesModuleFile {
      result.generated = TranslatedFile(
        path: "\(options.moduleName)+Generated.swift", text: ModuleFile.text(module, paths: paths))
    }
    result.exports = module.exports
    result.visits = module.visits
    return result
  }

  private func translate(
    _ parsed: ParsedFile, _ file: SourceFile, _ number: Int, _ module: ModuleIndex, _ paths: [String]
  ) -> CachedTranslation {
    if !parsed.facts.index.diagnostics.isEmpty {
      return CachedTranslation(text: file.text, diagnostics: parsed.facts.index.diagnostics)
    }
    let translation = FileTranslation(
      source: parsed.source, tokens: parsed.tokens, facts: parsed.facts, module: module, file: number,
      path: file.path, paths: paths)
    for rule in Self.rules { rule.apply(to: translation) }
    return CachedTranslation(text: translation.finish(), diagnostics: translation.diagnostics)
  }
}

/// A file with its syntax and the facts collected from it.
private struct ParsedFile: @unchecked Sendable {
  // @unchecked because the syntax tree is immutable and only one thread at a time uses a file.
  let source: SourceText
  let tokens: SwiftTokens
  private(set) var facts: FileFacts

  init(_ file: SourceFile, _ options: TranslationOptions) {
    source = SourceText(file.text)
    tokens = SwiftTokens(source)
    if let (offset, what, limit) = NestingLimit.firstExcess(in: tokens) {
      let (line, column) = source.place(offset)
      facts = FileFacts()
      facts.index.diagnostics = [
        TranslationDiagnostic(
          path: file.path, line: line, column: column, severity: .error,
          message: "\(what) nested more than \(limit) deep cannot be translated; "
            + "move parts of it into separate declarations")
      ]
      return
    }
    let triggers =
      (source.offsets(of: FileCollector.triggerWords) + source.offsetsOfInitializersOfValues()
      + source.offsetsOfCastsToOptionals())
      .sorted()
    // OPTIMIZATION: bodies in which no rule has work are not parsed; the compiler reports their syntax
    // errors.
    let outline = options.checksBodies ? nil : FunctionBodies.blanked(tokens, keeping: triggers)
    var tree = (outline ?? source.bytes).withUnsafeBufferPointer { Parser.parse(source: $0) }
    if outline != nil, tree.hasError {
      tree = source.bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    }
    let collector = FileCollector(
      source: source, tokens: tokens, triggers: triggers,
      conditions: ConditionEvaluator(
        definedConditions: options.compilationConditions, languageMode: options.languageMode))
    collector.walk(tree)
    var facts = collector.facts
    if tree.hasError {
      for diagnostic in ParseDiagnosticsGenerator.diagnostics(for: tree) {
        let (line, column) = source.place(diagnostic.position.utf8Offset)
        let severity: TranslationDiagnostic.Severity =
          diagnostic.diagMessage.severity == .error ? .error : .warning
        let message = TranslationDiagnostic(
          path: file.path, line: line, column: column, severity: severity, message: diagnostic.message)
        // Three unclosed closures give the same message at the same location.
        if facts.index.diagnostics.last != message { facts.index.diagnostics.append(message) }
      }
    }
    self.facts = facts
  }
}

/// `map` on all cores, in order, on threads whose stacks suffice for the parser and the walk at
/// `NestingLimit`.
private func concurrentMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result
) -> [Result] {
  if elements.isEmpty { return [] }
  let results = Results<Result>(count: elements.count)
  let group = DispatchGroup()
  for _ in 0..<min(elements.count, ProcessInfo.processInfo.activeProcessorCount) {
    group.enter()
    let thread = Thread {
      while let index = results.next() { results.store(transform(elements[index]), at: index) }
      group.leave()
    }
    // NB: this reserves address space only; memory is used as the stack grows.
    thread.stackSize = 512 << 20
    thread.start()
  }
  group.wait()
  return results.all
}

/// The results of `concurrentMap`, and the index of the next element.
private final class Results<Result>: @unchecked Sendable {
  // @unchecked because the lock guards all of it.
  private let lock = NSLock()
  private var slots: [Result?]
  private var started = 0

  init(count: Int) { slots = Array(repeating: nil, count: count) }

  func next() -> Int? {
    lock.withLock {
      guard started < slots.count else { return nil }
      started += 1
      return started - 1
    }
  }

  func store(_ result: Result, at index: Int) { lock.withLock { slots[index] = result } }

  var all: [Result] { lock.withLock { slots.compactMap { $0 } } }
}
