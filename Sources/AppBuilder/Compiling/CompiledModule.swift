import Translator

/// One module after compilation: what other modules and the bundle need of it.
struct CompiledModule: Sendable {
  var targetID: String
  var moduleName: String
  /// The shared object.
  var library: String
  /// The folder with the `.swiftmodule`.
  var folder: String
  /// Changes whenever the module's sources, flags or dependencies do.
  var key: String
  /// For the translation of modules that import this one.
  var exports: ModuleExports
  var warnings: [BuildDiagnostic]
  var wasCompiled: Bool
}
