/// One Swift file of the module that is translated.
public struct SourceFile: Sendable {
  /// As diagnostics show it: the absolute path of the user's file.
  public var path: String
  /// As the trace shows it: relative to the project.
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
  /// `-default-isolation MainActor`, the setting of new Xcode projects.
  public var defaultIsolationMainActor: Bool
  /// `InferSendableFromCaptures` in Swift 5: the compiler then warns of the main actor's methods named through a type.
  public var infersSendable: Bool
  /// Whether the module has a `main.swift`; then no entry point is generated.
  public var hasMainFile: Bool
  /// The active compilation conditions (`DEBUG`, …).
  public var compilationConditions: Set<String>
  /// What other modules (frameworks of the project, the app under test) declare: `TranslationResult.exports` of those.
  public var imported: ModuleExports
  /// Whether members of `NSObject`'s subclasses need no `@objc`, as in Swift 3 (E-551).
  public var infersObjC: Bool
  /// Whether the module-wide generated file (aliases, registrars) is wanted.
  public var generatesModuleFile: Bool
  /// Whether syntax errors in all bodies of functions are reported; else those in bodies without work for a rule are left to
  /// the compiler. For `doctor`, which runs before anything is compiled.
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
