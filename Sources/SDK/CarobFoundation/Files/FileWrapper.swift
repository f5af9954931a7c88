import CarobRuntime
import Foundation

/// An in-memory representation of a file, a folder or a symbolic link, which documents read and write as a
/// unit (F-224).
///
/// Files are read when their contents are accessed, unless `immediate` is given. A folder stores its files by
/// key. The keys are the files' names; two files with the same preferred name get different keys.
///
/// DEVIATION: `serializedRepresentation` is a property list in a format of our own, not that of rich text
/// attachments.
open class FileWrapper: NSObject, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it is used on one thread, as on the platform.

  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let immediate = ReadingOptions(rawValue: 1)
    public static let withoutMapping = ReadingOptions(rawValue: 2)
  }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let atomic = WritingOptions(rawValue: 1)
    public static let withNameUpdating = WritingOptions(rawValue: 2)
  }

  private enum Content {
    case file(Data)
    /// A file that is read when its contents are accessed.
    case unread(URL)
    case folder([String: FileWrapper])
    case link(URL)
  }

  private var content: Content
  /// The file's modification date when it was read or written.
  private var changed: Date?

  // MARK: Creating

  public init(url: URL, options: ReadingOptions = []) throws {
    content = .file(Data())
    super.init()
    try read(from: url, options: options)
  }

  public init(directoryWithFileWrappers childrenByPreferredName: [String: FileWrapper]) {
    content = .folder([:])
    fileAttributes = Self.attributes(.typeDirectory, 0o755)
    super.init()
    for (name, child) in childrenByPreferredName.sorted(by: { $0.key < $1.key }) {
      if child.preferredFilename == nil { child.preferredFilename = name }
      _ = insert(child, named: name)
    }
  }

  public init(regularFileWithContents contents: Data) {
    content = .file(contents)
    fileAttributes = Self.attributes(.typeRegular, 0o644)
    super.init()
  }

  public init(symbolicLinkWithDestinationURL url: URL) {
    content = .link(url)
    fileAttributes = Self.attributes(.typeSymbolicLink, 0o755)
    super.init()
  }

  /// Creates a wrapper from a `serializedRepresentation`; nil for other data.
  public init?(serializedRepresentation serializeRepresentation: Data) {
    guard
      let list = try? PropertyListSerialization.propertyList(from: serializeRepresentation, format: nil),
      let (content, name, mode) = Self.content(of: list, depth: 0)
    else { return nil }
    self.content = content
    super.init()
    preferredFilename = name
    fileAttributes = Self.attributes(type, mode)
  }

  public static var supportsSecureCoding: Bool { true }
  public required init?(coder: NSCoder) {
    guard let data = coder.decodeObject(of: NSData.self, forKey: "representation").map({ $0 as Data }),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let (content, name, mode) = Self.content(of: list, depth: 0)
    else { return nil }
    self.content = content
    super.init()
    preferredFilename = name
    fileAttributes = Self.attributes(type, mode)
  }
  open func encode(with coder: NSCoder) {
    coder.encode(serializedRepresentation.map { $0 as NSData }, forKey: "representation")
  }

  private static func attributes(_ type: FileAttributeType, _ mode: Int) -> [String: Any] {
    [FileAttributeKey.type.rawValue: type, FileAttributeKey.posixPermissions.rawValue: mode]
  }

  // MARK: Properties

  open var isDirectory: Bool { type == .typeDirectory }
  open var isRegularFile: Bool { type == .typeRegular }
  open var isSymbolicLink: Bool { type == .typeSymbolicLink }
  private var type: FileAttributeType {
    switch content {
    case .file, .unread: .typeRegular
    case .folder: .typeDirectory
    case .link: .typeSymbolicLink
    }
  }

  /// The preferred name in a folder.
  open var preferredFilename: String? {
    didSet { if preferredFilename?.isEmpty == true { preferredFilename = oldValue } }
  }
  /// The name with which it was last read or written.
  open var filename: String?
  open var fileAttributes: [String: Any] = [:]

  /// The contents of a file; nil if it can no longer be read.
  open var regularFileContents: Data? {
    switch content {
    case .file(let data): return data
    case .unread(let url):
      // NB: a file that was modified after the wrapper was created no longer has the wrapper's contents.
      guard Self.changeDate(url) == changed, let data = try? Data(contentsOf: url) else { return nil }
      content = .file(data)
      return data
    case .folder, .link:
      misuse("regularFileContents", "regular file")
    }
  }

  /// The destination of a symbolic link.
  open var symbolicLinkDestinationURL: URL? {
    if case .link(let url) = content { return url }
    misuse("symbolicLinkDestinationURL", "symbolic link")
  }

  private func misuse(_ member: String, _ wanted: String) -> Never {
    NSException.raise(
      .internalInconsistencyException, "-[FileWrapper \(member)]: the receiver is not a \(wanted)")
  }

  // MARK: Folders

  /// The files of a folder by key.
  open var fileWrappers: [String: FileWrapper]? {
    if case .folder(let children) = content { return children }
    misuse("fileWrappers", "directory")
  }

  /// Adds a file to a folder and returns its key: its preferred name, or another one if that is in use.
  open func addFileWrapper(_ child: FileWrapper) -> String {
    guard let name = child.preferredFilename, !name.isEmpty else {
      NSException.raise(
        .invalidArgumentException, "-[FileWrapper addFileWrapper:]: the child has no preferredFilename")
    }
    guard case .folder = content else { misuse("addFileWrapper:", "directory") }
    return insert(child, named: name)
  }

  open func addRegularFile(withContents data: Data, preferredFilename fileName: String) -> String {
    let child = FileWrapper(regularFileWithContents: data)
    child.preferredFilename = fileName
    return addFileWrapper(child)
  }

  open func removeFileWrapper(_ child: FileWrapper) {
    guard case .folder(var children) = content else { misuse("removeFileWrapper:", "directory") }
    guard let key = children.first(where: { $0.value === child })?.key else { return }
    children[key] = nil
    content = .folder(children)
  }

  open func keyForChildFileWrapper(_ child: FileWrapper) -> String? {
    guard case .folder(let children) = content else { misuse("keyForFileWrapper:", "directory") }
    return children.first { $0.value === child }?.key
  }

  private func insert(_ child: FileWrapper, named name: String) -> String {
    guard case .folder(var children) = content else { return name }
    if let known = children.first(where: { $0.value === child })?.key { return known }
    var key = name
    var number = 1
    while children[key] != nil {
      key = "\(number)__#$!@%!#__\(name)"
      number += 1
    }
    children[key] = child
    content = .folder(children)
    return key
  }

  // MARK: Reading

  /// Whether the item at a URL matches the wrapper. For files, compares modification dates, not contents.
  open func matchesContents(of url: URL) -> Bool {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path),
      attributes[.type] as? FileAttributeType == type
    else { return false }
    switch content {
    case .file, .unread: return changed != nil && attributes[.modificationDate] as? Date == changed
    case .link(let destination): return Self.destination(url) == destination
    case .folder(let children):
      guard changed != nil,
        let names = try? FileManager.default.contentsOfDirectory(atPath: url.path),
        Set(names) == Set(children.map { $0.value.filename ?? $0.key })
      else { return false }
      return children.allSatisfy { key, child in
        child.matchesContents(of: url.appendingPathComponent(child.filename ?? key))
      }
    }
  }

  /// Updates the wrapper from the item at a URL. Existing wrappers of a folder's files are reused.
  open func read(from url: URL, options: ReadingOptions = []) throws {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    switch attributes[.type] as? FileAttributeType {
    case .typeDirectory?:
      var known: [String: FileWrapper] = [:]
      if case .folder(let children) = content { known = children }
      var children: [String: FileWrapper] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() {
        let place = url.appendingPathComponent(name)
        if let child = known.first(where: { $0.value.filename == name })?.value {
          if !child.matchesContents(of: place) { try child.read(from: place, options: options) }
          children[name] = child
        } else {
          children[name] = try FileWrapper(url: place, options: options)
        }
      }
      content = .folder(children)
    case .typeSymbolicLink?:
      guard let destination = Self.destination(url) else { throw CocoaError(.fileReadUnknown) }
      content = .link(destination)
    default:
      // NB: an unreadable file throws here, not when its contents are accessed.
      guard FileManager.default.isReadableFile(atPath: url.path) else {
        throw CocoaError(.fileReadNoPermission, userInfo: [NSFilePathErrorKey: url.path])
      }
      content =
        options.contains(.immediate) ? .file(try Data(contentsOf: url)) : .unread(url.standardizedFileURL)
    }
    changed = attributes[.modificationDate] as? Date
    filename = url.lastPathComponent
    preferredFilename = url.lastPathComponent
    fileAttributes = Dictionary(uniqueKeysWithValues: attributes.map { ($0.rawValue, $1) })
  }

  private static func changeDate(_ url: URL) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: url.path))?[.modificationDate] as? Date
  }

  private static func destination(_ url: URL) -> URL? {
    guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { return nil }
    return URL(fileURLWithPath: path, relativeTo: url.deletingLastPathComponent()).absoluteURL
  }

  // MARK: Writing

  /// Writes the wrapper to a URL. `originalContentsURL`, from which unchanged files could be linked, is
  /// ignored.
  open func write(
    to url: URL, options: WritingOptions = [], originalContentsURL: URL?
  ) throws {
    if options.contains(.atomic) {
      let place = url.deletingLastPathComponent()
        .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
      do {
        try write(at: place, options)
        // NB: removed only now, because unread files may be inside the replaced item.
        if (try? FileManager.default.attributesOfItem(atPath: url.path)) != nil {
          try FileManager.default.removeItem(at: url)
        }
        try FileManager.default.moveItem(at: place, to: url)
      } catch {
        try? FileManager.default.removeItem(at: place)
        throw error
      }
    } else {
      try write(at: url, options)
    }
    if options.contains(.withNameUpdating) { noteWritten(to: url) }
  }

  private func write(at url: URL, _ options: WritingOptions) throws {
    switch content {
    case .file, .unread:
      guard let data = regularFileContents else {
        throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: filename ?? ""])
      }
      try data.write(to: url)
    case .link(let destination):
      try FileManager.default.createSymbolicLink(at: url, withDestinationURL: destination)
    case .folder(let children):
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      for (key, child) in children.sorted(by: { $0.key < $1.key }) {
        // A file name must not refer to a location outside the folder.
        guard !key.contains("/"), key != "..", key != ".", !key.isEmpty else {
          throw CocoaError(.fileWriteInvalidFileName, userInfo: [NSFilePathErrorKey: key])
        }
        try child.write(at: url.appendingPathComponent(key), options)
      }
    }
    var attributes: [FileAttributeKey: Any] = [:]
    if !isSymbolicLink, let mode = fileAttributes[FileAttributeKey.posixPermissions.rawValue] {
      attributes[.posixPermissions] = mode
    }
    if !attributes.isEmpty { try FileManager.default.setAttributes(attributes, ofItemAtPath: url.path) }
  }

  /// Records the names and dates of the written files.
  private func noteWritten(to url: URL) {
    filename = url.lastPathComponent
    changed = Self.changeDate(url)
    guard case .folder(let children) = content else { return }
    for (key, child) in children { child.noteWritten(to: url.appendingPathComponent(key)) }
  }

  // MARK: Serialization

  /// The wrapper as data, for pasteboards and archives; nil if a file cannot be read.
  open var serializedRepresentation: Data? {
    serialized.flatMap {
      try? PropertyListSerialization.data(fromPropertyList: $0, format: .binary, options: 0)
    }
  }

  private var serialized: [String: Any]? {
    var result: [String: Any] = [:]
    if let preferredFilename { result["name"] = preferredFilename }
    if let mode = fileAttributes[FileAttributeKey.posixPermissions.rawValue] as? Int { result["mode"] = mode }
    switch content {
    case .file, .unread:
      guard let data = regularFileContents else { return nil }
      result["file"] = data
    case .link(let url): result["link"] = url.relativePath
    case .folder(let children):
      var parts: [String: Any] = [:]
      for (key, child) in children {
        guard let part = child.serialized else { return nil }
        parts[key] = part
      }
      result["folder"] = parts
    }
    return result
  }

  private static func content(of list: Any, depth: Int) -> (Content, name: String?, mode: Int)? {
    guard depth < 256, let list = list as? [String: Any] else { return nil }
    let name = list["name"] as? String
    if let data = list["file"] as? Data { return (.file(data), name, list["mode"] as? Int ?? 0o644) }
    let mode = list["mode"] as? Int ?? 0o755
    if let path = list["link"] as? String { return (.link(URL(fileURLWithPath: path)), name, mode) }
    guard let parts = list["folder"] as? [String: Any] else { return nil }
    var children: [String: FileWrapper] = [:]
    for (key, part) in parts {
      guard let (content, name, mode) = content(of: part, depth: depth + 1) else { return nil }
      let child = FileWrapper(regularFileWithContents: Data())
      child.content = content
      child.preferredFilename = name ?? key
      child.fileAttributes = attributes(child.type, mode)
      children[key] = child
    }
    return (.folder(children), name, mode)
  }
}
