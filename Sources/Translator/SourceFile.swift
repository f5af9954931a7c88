/// One Swift file of the module that is translated.
public struct SourceFile: Sendable {
  /// The path in diagnostics: the absolute path of the user's file.
  public var path: String
  /// The path in the trace: relative to the project.
  public var projectRelativePath: String
  public var text: String

  public init(path: String, projectRelativePath: String, text: String) {
    self.path = path
    self.projectRelativePath = projectRelativePath
    self.text = text
  }
}

/// The Swift language mode in which the module is compiled.
public enum LanguageMode: String, Sendable, Codable {
  case swift5 = "5"
  case swift6 = "6"
}

/// What the translator needs to know about the module besides its files.
public struct TranslationOptions: Sendable {
  public var moduleName: String
  public var languageMode: LanguageMode
  /// Whether the compiler gets `-default-isolation MainActor`, the setting of new Xcode projects.
  public var defaultIsolationMainActor: Bool
  /// Whether `InferSendableFromCaptures` is on in Swift 5: it warns about main-actor methods referred to
  /// through a type.
  public var infersSendable: Bool
  /// Whether the module has a `main.swift`; then no entry point is generated.
  public var hasMainFile: Bool
  /// The active compilation conditions (`DEBUG`, …).
  public var compilationConditions: Set<String>
  /// The exports of imported modules (frameworks of the project, the app under test): their
  /// `TranslationResult.exports`.
  public var imported: ModuleExports
  /// Whether members of `NSObject`'s subclasses need no `@objc`, as in Swift 3 (E-551).
  public var infersObjC: Bool
  /// Whether to generate the module-wide file (aliases, registrars).
  public var generatesModuleFile: Bool
  /// Whether syntax errors in all function bodies are reported; otherwise errors in bodies without work for a
  /// rule are left to the compiler. For `doctor`, which runs before anything is compiled.
  public var checksBodies = false

  public init(
    moduleName: String, languageMode: LanguageMode = .swift5, defaultIsolationMainActor: Bool = false,
    infersSendable: Bool = false, hasMainFile: Bool = false, compilationConditions: Set<String> = [],
    imported: ModuleExports = ModuleExports(), infersObjC: Bool = false,
    generatesModuleFile: Bool = true
  ) {
    self.moduleName = moduleName
    self.languageMode = languageMode
    self.defaultIsolationMainActor = defaultIsolationMainActor
    self.infersSendable = infersSendable
    self.hasMainFile = hasMainFile
    self.compilationConditions = compilationConditions
    self.imported = imported
    self.infersObjC = infersObjC
    self.generatesModuleFile = generatesModuleFile
  }

  var digestText: String {
    "\(moduleName)|\(languageMode.rawValue)|\(defaultIsolationMainActor)|\(infersSendable)|\(hasMainFile)|"
      + "\(infersObjC)|"
      + compilationConditions.sorted().joined(separator: ",") + "|"
      + imported.digestText
  }
}
