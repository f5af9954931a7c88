/// A framework beyond UIKit's own, which is a library of its own: apps that import it link it, no other app loads it.
public struct FrameworkLibrary: Codable, Sendable, Equatable {
  /// The files of a framework that was built.
  public struct Built: Codable, Sendable, Equatable {
    /// The folder of its `.swiftmodule` files, which holds no other framework's.
    public var modules: String
    /// Arguments that let the compiler find the C modules behind it.
    public var clangArguments: [String]
    /// Changes whenever the library does.
    public var identity: String
  }

  /// The name by which apps import it.
  public var name: String
  /// The name by which it is built: that of the library is `lib<module>.so`.
  public var module: String
  /// The frameworks that it depends on, by the names that apps import.
  public var needs: [String]
  /// Further modules in its library.
  public var brings: [String]
  /// `nil` until an app imports it, and after the SDK has changed.
  public var library: Built?

  /// The compiler arguments with which it finds the framework's modules.
  var importArguments: [String] {
    guard let library else { return [] }
    let alias = name == module ? [] : ["-module-alias", "\(name)=\(module)"]
    return ["-I", library.modules] + alias + library.clangArguments
  }
}

extension SDKLocation {
  /// The frameworks that sources with these imports use, preceded by those that they depend on.
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
