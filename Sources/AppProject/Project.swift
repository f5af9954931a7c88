import Foundation

/// An app's project, whatever its form on disk: what to compile, what to copy, and with which settings.
///
/// Reading examines only project files, never the contents of sources, and writes nothing. Problems of one
/// target are stored in that target, so that a broken extension does not block the app next to it.
public struct Project: Sendable {
  /// The form in which the project was found.
  public enum Form: Sendable, Equatable {
    case xcodeProject, workspace, package, folder
  }

  public var name: String
  public var form: Form
  /// The `.xcodeproj`, `.xcworkspace` or `Package.swift`, or the folder itself.
  public var path: String
  /// The folder to which source paths in diagnostics and traces are relative.
  public var root: String
  /// All targets: first those of the main project, in its order, then those of subprojects and packages.
  public var targets: [Target]

  public init(name: String, form: Form, path: String, root: String, targets: [Target]) {
    self.name = name
    self.form = form
    self.path = path
    self.root = root
    self.targets = targets
  }

  /// The app targets, in the project's order.
  public var apps: [Target] { targets.filter { $0.kind == .app } }

  public func target(id: String) -> Target? { targets.first { $0.id == id } }

  /// The app to build: the one called `name`, otherwise the first.
  ///
  /// - Throws: `ProjectProblem` if there is none; it lists the existing apps.
  public func app(named name: String? = nil) throws -> Target {
    if let name {
      if let match = targets.first(where: { $0.name == name && $0.kind == .app }) { return match }
      let names = apps.map(\.name).joined(separator: ", ")
      if let other = targets.first(where: { $0.name == name }) {
        throw ProjectProblem(
          .noAppTarget, path: path,
          "the target “\(name)” is \(other.kind.phrase), not an iOS app; the apps are: \(names)")
      }
      throw ProjectProblem(
        .noAppTarget, path: path,
        "there is no target “\(name)”; the apps are: \(names.isEmpty ? "none" : names)")
    }
    if let first = apps.first { return first }
    let others = targets.map { "\($0.name) (\($0.kind.phrase))" }.joined(separator: ", ")
    throw ProjectProblem(
      .noAppTarget, path: path,
      "no target of this project builds an iOS app"
        + (others.isEmpty ? "" : "; its targets are: \(others)"))
  }

  /// All direct and indirect dependencies of `target`, each after its own dependencies; `target` is not
  /// included.
  public func dependencies(of target: Target) -> [Target] {
    var ordered: [Target] = []
    var visited: Set<String> = [target.id]
    func visit(_ target: Target) {
      for id in target.dependencies where visited.insert(id).inserted {
        guard let dependency = self.target(id: id) else { continue }
        visit(dependency)
        ordered.append(dependency)
      }
    }
    visit(target)
    return ordered
  }
}
