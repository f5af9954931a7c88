import Foundation

extension URL {
  /// Begins to use a file outside the app's container. All files that the simulated device hands out are inside
  /// it, so this returns true for each file that exists (F-282).
  public func startAccessingSecurityScopedResource() -> Bool {
    isFileURL && FileManager.default.fileExists(atPath: path)
  }
  /// Ends what `startAccessingSecurityScopedResource()` began.
  public func stopAccessingSecurityScopedResource() {}
}
