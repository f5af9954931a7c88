import AppProject

/// Swift files that the platform's build system adds to a target.
enum GeneratedSources {
  static func files(for target: Target) -> [(name: String, text: String)] {
    guard let package = target.packageName, target.hasResources else { return [] }
    // SwiftPM's accessor for a package's resources. The app's own folder contains all bundles.
    let bundle = "\(package)_\(target.name).bundle"
    return [
      (
        "resource_bundle_accessor.swift",
        """
        import Foundation
        extension Foundation.Bundle {
          static let module: Foundation.Bundle = {
            let name = \(literal(bundle))
            return Foundation.Bundle(url: Foundation.Bundle.main.bundleURL.appendingPathComponent(name)) ?? .main
          }()
        }

        """
      )
    ]
  }

  private static func literal(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

extension Target {
  var hasResources: Bool {
    !(resources.isEmpty && storyboards.isEmpty && xibs.isEmpty && stringsFiles.isEmpty
      && assetCatalogs.isEmpty
      && dataModels.isEmpty)
  }
}
