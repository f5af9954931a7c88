import Foundation
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
  /// The SDK's frameworks that it and the modules below it import, which a module that imports it finds and links, too.
  var imports: Set<String>
  var warnings: [BuildDiagnostic]
  var wasCompiled: Bool

  /// Whether the shared object was linked to Foundation's library for networks, whose name then stands among its strings.
  var usesNetwork: Bool {
    guard let code = try? Data(contentsOf: URL(fileURLWithPath: library), options: .alwaysMapped) else {
      return false
    }
    return code.range(of: Data("libFoundationNetworking.so".utf8)) != nil
  }
}
