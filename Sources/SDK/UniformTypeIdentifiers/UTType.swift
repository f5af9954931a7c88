import CarobFoundation

/// A kind of tag: what a file name or a protocol says about a type.
public struct UTTagClass: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
  public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

/// A type of data, with the types to which it conforms (F-272).
///
/// The system's common types and those in the app's Info.plist (`UTExportedTypeDeclarations`,
/// `UTImportedTypeDeclarations`) are declared; for other tags a dynamic type is made.
public struct UTType: Sendable, Hashable, Codable, CustomStringConvertible {
  public let identifier: String

  init(known identifier: String) { self.identifier = identifier }

  // F-272.1
  /// Nil for a type that nobody declares.
  public init?(_ identifier: String) {
    guard TypeTable.shared.entry(identifier) != nil || DynamicType(identifier: identifier) != nil else {
      return nil
    }
    self.identifier = identifier
  }
  /// The type of files with the extension that conforms to `supertype`; a dynamic type for an unknown one.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
  }
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
  }
  /// Nil for an empty tag, and for a kind of tag that is not known.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    guard let first = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first else {
      return nil
    }
    self = first
  }
  /// A type that the app itself declares; the declaration in Info.plist is expected.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(declared: identifier, "UTExportedTypeDeclarations")
  }
  /// A type of another app that this app uses.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(declared: identifier, "UTImportedTypeDeclarations")
  }
  private init(declared identifier: String, _ key: String) {
    self.identifier = identifier
    if TypeTable.shared.entry(identifier) == nil {
      Journal.warn("the type \(identifier) is not among the \(key) of Info.plist", rule: "F-272")
    }
  }

  /// All types with the tag, the best first; a dynamic type if none is declared.
  public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
    let table = TypeTable.shared
    let found: [String]
    switch tagClass {
    case _ where tag.isEmpty: return []
    case .filenameExtension: found = table.types(extension: tag, conformingTo: supertype?.identifier)
    case .mimeType: found = table.types(mimeType: tag, conformingTo: supertype?.identifier)
    default: return []
    }
    if !found.isEmpty { return found.map { UTType(known: $0) } }
    // F-272.3
    let dynamic = DynamicType(
      tag: tagClass.rawValue, value: tag.lowercased(), parent: supertype?.identifier ?? "public.data")
    return [UTType(known: dynamic.identifier)]
  }

  // MARK: Properties

  private var entry: TypeTable.Entry? { TypeTable.shared.entry(identifier) }

  public var tags: [UTTagClass: [String]] {
    var result: [UTTagClass: [String]] = [:]
    if let dynamic = DynamicType(identifier: identifier) {
      result[UTTagClass(rawValue: dynamic.tag)] = [dynamic.value]
    }
    if let names = entry?.extensions, !names.isEmpty { result[.filenameExtension] = names }
    if let names = entry?.mimeTypes, !names.isEmpty { result[.mimeType] = names }
    return result
  }
  public var preferredFilenameExtension: String? { tags[.filenameExtension]?.first }
  public var preferredMIMEType: String? { tags[.mimeType]?.first }
  /// What the user calls such data, in English; nil for types without a description.
  public var localizedDescription: String? { entry?.description.flatMap { $0.isEmpty ? nil : $0 } }
  public var version: Int? { nil }
  public var referenceURL: URL? { nil }
  public var isDynamic: Bool { identifier.hasPrefix(DynamicType.prefix) }
  public var isDeclared: Bool { !isDynamic }
  public var isPublic: Bool { identifier.hasPrefix("public.") }
  public var description: String { identifier }

  // MARK: Conformance

  // F-272.2
  public var supertypes: Set<UTType> {
    Set(TypeTable.shared.ancestors(of: identifier).map { UTType(known: $0) })
  }
  /// Whether it is the same type or a kind of it.
  public func conforms(to type: UTType) -> Bool {
    TypeTable.shared.conforms(identifier, to: type.identifier)
  }
  public func isSubtype(of type: UTType) -> Bool { self != type && conforms(to: type) }
  public func isSupertype(of type: UTType) -> Bool { self != type && type.conforms(to: self) }

  // MARK: Codable

  public init(from decoder: any Decoder) throws {
    identifier = try decoder.singleValueContainer().decode(String.self)
  }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}

extension URL {
  /// The URL with a further component, and the extension of the type unless it already has one of it.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
    appendingPathComponent(partialName).appendingPathExtension(for: contentType)
  }
  public func appendingPathExtension(for contentType: UTType) -> URL {
    guard let wanted = contentType.preferredFilenameExtension else { return self }
    let own = contentType.tags[.filenameExtension] ?? []
    return own.contains(pathExtension.lowercased()) ? self : appendingPathExtension(wanted)
  }
}
