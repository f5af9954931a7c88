import Foundation

/// The result of a build: an app that can be launched.
public struct BuiltApp: Sendable {
  /// The `Name.app` folder (`Name.xctest` or `Name.framework` for other kinds of target).
  public var bundleURL: URL
  /// The program to run; for a test bundle, the library to load.
  public var executableURL: URL
  /// The shared object that holds the module's code.
  public var libraryURL: URL
  public var bundleIdentifier: String
  public var moduleName: String
  /// The folder to which paths in the trace are relative.
  public var projectRoot: String
  /// Folders with the `.swiftmodule` files of the target and its dependencies.
  public var moduleFolders: [String]
  /// Warnings of the translator and the compiler, with locations in the user's files.
  public var warnings: [BuildDiagnostic]
  /// Whether nothing had to be compiled.
  public var isUnchanged: Bool
}
