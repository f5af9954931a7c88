import Foundation

// FIXME: stands in for the Translator module until that is there: files pass unchanged.

struct SourceFile {
  var path: String
  var projectRelativePath: String
  var text: String
}
enum LanguageMode { case swift5, swift6 }
struct TranslationOptions {
  var moduleName: String
  var languageMode: LanguageMode
  var defaultIsolationMainActor: Bool
  var hasMainFile: Bool
  var compilationConditions: Set<String>
  var importedObjectClasses: Set<String>
}
struct TranslationCache { var directory: URL }
struct TranslationDiagnostic {
  enum Severity { case error, warning, note }
  var path: String
  var line: Int
  var column: Int
  var severity: Severity
  var message: String
}
struct TranslationResult {
  struct File {
    var path: String
    var text: String
  }
  var files: [File]
  var generated: File?
  var diagnostics: [TranslationDiagnostic] = []
  var objectClasses: Set<String> = []
  var hasErrors: Bool { !diagnostics.isEmpty }
}
struct ModuleTranslator {
  var options: TranslationOptions
  func translate(_ files: [SourceFile], cache: TranslationCache?) -> TranslationResult {
    TranslationResult(
      files: files.map {
        .init(path: $0.path, text: "#sourceLocation(file: \"\($0.path)\", line: 1)\n\($0.text)")
      })
  }
}
