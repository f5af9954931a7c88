/// A file or folder that is copied or compiled into the built bundle.
public struct Resource: Sendable, Equatable, Hashable {
  /// Its absolute path in the project.
  public var path: String
  /// The localization to which it belongs ("Base", "de"); `nil` for files that are not localized.
  public var region: String?
  /// Its destination in the bundle, before compilation changes the extension: "Base.lproj/Main.storyboard".
  public var destination: String

  public init(path: String, region: String? = nil, destination: String? = nil) {
    self.path = path
    self.region = region
    let name = AbsolutePath.name(path)
    self.destination = destination ?? (region.map { "\($0).lproj/\(name)" } ?? name)
  }

  /// The file with the localization that its folder's name gives.
  init(localizedByFolder path: String) {
    let folder = AbsolutePath.name(AbsolutePath.parent(path))
    self.init(path: path, region: folder.hasSuffix(".lproj") ? String(folder.dropLast(6)) : nil)
  }
}
