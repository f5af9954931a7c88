import Foundation

/// The result of a build: an app that can be started.
public struct BuiltApp: Sendable {
  /// The `Name.app` folder (`Name.xctest`, `Name.framework` for other kinds of target).
  public var bundleURL: URL
  /// The program to start; for a bundle of tests the library to load.
  public var executableURL: URL
  /// The shared object that holds the module's code.
  public var libraryURL: URL
  public var bundleIdentifier: String
  public var moduleName: String
  /// The folder to which paths in the trace are relative.
  public var projectRoot: String
  /// Folders that hold the `.swiftmodule` files of the target and of what it depends on.
  public var moduleFolders: [String]
  /// Warnings of the translator and the compiler, at places in the user's files.
  public var warnings: [BuildDiagnostic]
  /// Whether nothing had to be compiled.
  public var isUnchanged: Bool
}
