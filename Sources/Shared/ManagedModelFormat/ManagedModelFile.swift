import Foundation

/// Why a compiled model cannot be read.
public struct ManagedModelError: Error, CustomStringConvertible, Sendable {
  public var path: String
  public var message: String
  public init(path: String, message: String) {
    self.path = path
    self.message = message
  }
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// The files of compiled models: `.mom`, the folder `.momd` with its `VersionInfo.plist`, and `.cdm`.
public enum ManagedModelFile {
  /// Increased when older builds cannot read what a newer compiler writes.
  public static let version = 1

  private struct Document<Content: Codable>: Codable {
    var carobModel: Int
    var content: Content
  }
  private struct Head: Codable { var carobModel: Int }

  public static func data(_ model: ManagedModel) throws -> Data { try encode(model) }
  public static func data(_ mapping: ManagedMapping) throws -> Data { try encode(mapping) }

  public static func model(_ data: Data, path: String) throws -> ManagedModel { try decode(data, path) }
  public static func mapping(_ data: Data, path: String) throws -> ManagedMapping { try decode(data, path) }

  public static func model(at url: URL) throws -> ManagedModel {
    try model(contents(of: url), path: url.path)
  }
  public static func mapping(at url: URL) throws -> ManagedMapping {
    try mapping(contents(of: url), path: url.path)
  }

  private static func contents(of url: URL) throws -> Data {
    do { return try Data(contentsOf: url) } catch {
      throw ManagedModelError(path: url.path, message: "the file cannot be read")
    }
  }

  private static func encode<Content: Codable>(_ content: Content) throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return try encoder.encode(Document(carobModel: version, content: content))
  }

  private static func decode<Content: Codable>(_ data: Data, _ path: String) throws -> Content {
    let decoder = PropertyListDecoder()
    guard let head = try? decoder.decode(Head.self, from: data) else {
      throw ManagedModelError(
        path: path, message: "this is not a model that Carob compiled; add its source to the project")
    }
    guard head.carobModel == version else {
      throw ManagedModelError(
        path: path, message: "the model was compiled by another version of Carob; build the app again")
    }
    do { return try decoder.decode(Document<Content>.self, from: data).content } catch {
      throw ManagedModelError(path: path, message: "the compiled model is damaged; build the app again")
    }
  }
}

/// The content of `VersionInfo.plist` in a `.momd` folder: all versions, and which one is current.
public struct ManagedModelVersions: Hashable, Sendable {
  /// The name of the current version's file, without its extension.
  public var current: String
  /// The hashes by version, then by entity.
  public var hashes: [String: [String: Data]]

  public static let fileName = "VersionInfo.plist"

  public init(current: String, hashes: [String: [String: Data]]) {
    self.current = current
    self.hashes = hashes
  }

  public init(folder: URL) throws {
    let url = folder.appendingPathComponent(Self.fileName)
    guard let data = try? Data(contentsOf: url),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any],
      let current = list["NSManagedObjectModel_CurrentVersionName"] as? String
    else { throw ManagedModelError(path: url.path, message: "it does not name the model's current version") }
    self.current = current
    hashes = list["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]] ?? [:]
  }

  public func data() throws -> Data {
    try PropertyListSerialization.data(
      fromPropertyList: [
        "NSManagedObjectModel_CurrentVersionName": current, "NSManagedObjectModel_VersionHashes": hashes,
      ], format: .binary, options: 0)
  }
}
