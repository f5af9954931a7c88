import Foundation
import Translator

/// A compiled module: what other modules and the bundle need to know about it.
struct CompiledModule: Sendable {
  var targetID: String
  var moduleName: String
  /// The shared object.
  var library: String
  /// The folder with the `.swiftmodule`.
  var folder: String
  /// Changes whenever the module's sources, flags or dependencies do.
  var key: String
  /// The exports for the translation of modules that import this one.
  var exports: ModuleExports
  /// The SDK frameworks that this module and its dependencies import; a module that imports it finds and
  /// links them, too.
  var imports: Set<String>
  var warnings: [BuildDiagnostic]
  var wasCompiled: Bool

  /// Whether the shared object links Foundation's networking library: then its strings contain the library's
  /// name.
  var usesNetwork: Bool {
    guard let code = try? Data(contentsOf: URL(fileURLWithPath: library), options: .alwaysMapped) else {
      return false
    }
    return code.range(of: Data("libFoundationNetworking.so".utf8)) != nil
  }
}
