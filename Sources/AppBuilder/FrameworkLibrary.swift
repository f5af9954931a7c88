/// A framework that is separate from UIKit, with a library of its own: only apps that import it link and load
/// it.
public struct FrameworkLibrary: Codable, Sendable, Equatable {
  /// The files of a framework that was built.
  public struct Built: Codable, Sendable, Equatable {
    /// The folder of its `.swiftmodule` files, which holds no other framework's.
    public var modules: String
    /// Compiler arguments for finding the C modules that it uses.
    public var clangArguments: [String]
    /// Changes whenever the library does.
    public var identity: String
  }

  /// The name by which apps import it.
  public var name: String
  /// The name of the module that is built; the library is `lib<module>.so`.
  public var module: String
  /// The frameworks that it depends on, by the names that apps import.
  public var needs: [String]
  /// Other modules in its library.
  public var brings: [String]
  /// `nil` until an app imports it, and after the SDK has changed.
  public var library: Built?

  /// The compiler arguments for finding the framework's modules.
  var importArguments: [String] {
    guard let library else { return [] }
    let alias = name == module ? [] : ["-module-alias", "\(name)=\(module)"]
    return ["-I", library.modules] + alias + library.clangArguments
  }
}

extension SDKLocation {
  /// The frameworks that sources with these imports use, each after its own dependencies.
  func frameworks(for imports: Set<String>) -> [FrameworkLibrary] {
    var found: [FrameworkLibrary] = []
    func visit(_ framework: FrameworkLibrary) {
      guard !found.contains(where: { $0.name == framework.name }) else { return }
      for needed in frameworks where framework.needs.contains(needed.name) { visit(needed) }
      found.append(framework)
    }
    for framework in frameworks
    where imports.contains(framework.name) || !imports.isDisjoint(with: framework.brings) {
      visit(framework)
    }
    return found
  }
}
