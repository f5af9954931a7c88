import CarobRuntime
import Foundation

/// Provides data or an object in several representations, each created on request.
///
/// Completion handlers run asynchronously on a serial queue of the SDK.
open class NSItemProvider: NSObject, @unchecked Sendable {
  // @unchecked because the lock guards the representations.
  public typealias CompletionHandler = (any NSSecureCoding, (any Error)?) -> Void
  public typealias LoadHandler =
    @Sendable (((any NSSecureCoding)?, (any Error)?) -> Void, AnyClass?, [AnyHashable: Any]?) -> Void
  typealias DataLoader = (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?

  /// The reason why loading failed.
  public enum ErrorCode: Int, Error, CustomNSError {
    case unknownError = -1
    case itemUnavailableError = -1000
    case unexpectedValueClassError = -1100
    case unavailableCoercionError = -1200
    public static var errorDomain: String { "NSItemProviderErrorDomain" }
    public var errorCode: Int { rawValue }
  }

  struct Representation {
    let type: String
    let data: DataLoader?
    /// An existing object or file.
    let item: Any?
  }
  private let representations = Guarded<[Representation]>([])
  private static let queue = DispatchQueue(label: "carob.item-provider")

  /// The suggested name for a file with the data.
  open var suggestedName: String?

  public override init() { super.init() }

  /// Creates a provider for an object, with the representations that it can write.
  public convenience init(object: any NSItemProviderWriting) {
    self.init()
    registerObject(object, visibility: .all)
  }

  public convenience init(item: (any NSSecureCoding)?, typeIdentifier: String?) {
    self.init()
    if let typeIdentifier { add(Representation(type: typeIdentifier, data: nil, item: item)) }
  }

  /// Creates a provider for a file, whose type is determined by its extension.
  public convenience init?(contentsOf fileURL: URL!) {
    guard let fileURL, FileManager.default.fileExists(atPath: fileURL.path) else { return nil }
    self.init()
    suggestedName = fileURL.deletingPathExtension().lastPathComponent
    add(
      Representation(
        type: TypeIdentifiers.type(ofExtension: fileURL.pathExtension),
        data: { done in
          do { done(try Data(contentsOf: fileURL), nil) } catch { done(nil, error) }
          return nil
        }, item: fileURL))
  }

  // MARK: Available types

  open var registeredTypeIdentifiers: [String] { all.map(\.type) }
  open func registeredTypeIdentifiers(fileOptions: NSItemProviderFileOptions) -> [String] {
    registeredTypeIdentifiers
  }
  open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
    find(typeIdentifier) != nil
  }
  open func hasRepresentationConforming(
    toTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions = []
  ) -> Bool { find(typeIdentifier) != nil }
  open func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
    aClass.readableTypeIdentifiersForItemProvider.contains { find($0) != nil }
  }
  open func canLoadObject<T: _ObjectiveCBridgeable>(ofClass aClass: T.Type) -> Bool
  where T._ObjectiveCType: NSItemProviderReading { canLoadObject(ofClass: T._ObjectiveCType.self) }

  // MARK: Registering

  open func registerDataRepresentation(
    forTypeIdentifier typeIdentifier: String, visibility: NSItemProviderRepresentationVisibility,
    loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
  ) { add(Representation(type: typeIdentifier, data: loadHandler, item: nil)) }

  open func registerFileRepresentation(
    forTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions = [],
    visibility: NSItemProviderRepresentationVisibility,
    loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
  ) {
    let data: DataLoader = { done in
      loadHandler { url, _, error in
        guard let url else { return done(nil, error ?? ErrorCode.itemUnavailableError) }
        do { done(try Data(contentsOf: url), nil) } catch { done(nil, error) }
      }
    }
    add(Representation(type: typeIdentifier, data: data, item: nil))
  }

  open func registerObject(
    _ object: any NSItemProviderWriting, visibility: NSItemProviderRepresentationVisibility
  ) {
    nonisolated(unsafe) let object = object
    for type in Swift.type(of: object).writableTypeIdentifiersForItemProvider {
      add(
        Representation(
          type: type,
          data: { object.loadData(withTypeIdentifier: type, forItemProviderCompletionHandler: $0) },
          item: object))
    }
  }

  open func registerItem(forTypeIdentifier typeIdentifier: String, loadHandler: @escaping LoadHandler) {
    let data: DataLoader = { done in
      loadHandler({ item, error in done(Self.data(item), error) }, nil, nil)
      return nil
    }
    add(Representation(type: typeIdentifier, data: data, item: nil))
  }

  // MARK: Loading

  @discardableResult
  open func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    let progress = Progress(totalUnitCount: 1)
    nonisolated(unsafe) let representation = find(typeIdentifier)
    Self.later(progress) { end in
      guard let representation else {
        end()
        return completionHandler(nil, ErrorCode.itemUnavailableError)
      }
      let done: @Sendable (Data?, (any Error)?) -> Void = {
        end()
        completionHandler($0, $1)
      }
      if let data = representation.data {
        _ = data(done)
      } else if let data = Self.data(representation.item) {
        done(data, nil)
      } else {
        done(nil, ErrorCode.unavailableCoercionError)
      }
    }
    return progress
  }

  /// Writes a copy of the data to a temporary file, which is removed when the handler returns.
  @discardableResult
  open func loadFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Progress {
    let name = suggestedName ?? "item"
    let file = TypeIdentifiers.fileExtension(of: find(typeIdentifier)?.type ?? typeIdentifier)
    return loadDataRepresentation(forTypeIdentifier: typeIdentifier) { data, error in
      guard let data else { return completionHandler(nil, error) }
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent(file.map { "\(name).\($0)" } ?? name)
        try data.write(to: url)
        completionHandler(url, nil)
      } catch { completionHandler(nil, error) }
    }
  }

  @discardableResult
  open func loadObject(
    ofClass aClass: any NSItemProviderReading.Type,
    completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
  ) -> Progress {
    guard let type = aClass.readableTypeIdentifiersForItemProvider.first(where: { find($0) != nil }) else {
      let progress = Progress(totalUnitCount: 1)
      Self.later(progress) { end in
        end()
        completionHandler(nil, ErrorCode.unavailableCoercionError)
      }
      return progress
    }
    let found = find(type)?.type ?? type
    return loadDataRepresentation(forTypeIdentifier: type) { data, error in
      guard let data else { return completionHandler(nil, error) }
      do {
        completionHandler(try aClass.object(withItemProviderData: data, typeIdentifier: found), nil)
      } catch {
        completionHandler(nil, error)
      }
    }
  }

  /// The same for a value type that is bridged to such a class, such as `String` or `URL`.
  @discardableResult
  open func loadObject<T: _ObjectiveCBridgeable>(
    ofClass aClass: T.Type, completionHandler: @escaping @Sendable (T?, (any Error)?) -> Void
  ) -> Progress where T._ObjectiveCType: NSItemProviderReading {
    nonisolated(unsafe) let finish: ((any NSItemProviderReading)?, (any Error)?) -> Void = { object, error in
      completionHandler(
        (object as? T._ObjectiveCType).map { T._unconditionallyBridgeFromObjectiveC($0) }, error)
    }
    return loadObject(ofClass: T._ObjectiveCType.self) { finish($0, $1) }
  }

  /// Loads the item as it was registered, or else its data.
  open func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
    completionHandler: (@Sendable ((any NSSecureCoding)?, (any Error)?) -> Void)? = nil
  ) {
    guard let completionHandler else { return }
    if let item = find(typeIdentifier)?.item as? any NSSecureCoding {
      nonisolated(unsafe) let item = item
      return Self.later(Progress(totalUnitCount: 1)) { end in
        end()
        completionHandler(item, nil)
      }
    }
    loadDataRepresentation(forTypeIdentifier: typeIdentifier) { data, error in
      completionHandler(data as NSData?, error)
    }
  }

  open func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil
  ) async throws -> any NSSecureCoding {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Loaded, any Error>) in
      loadItem(forTypeIdentifier: typeIdentifier, options: options) { item, error in
        nonisolated(unsafe) let item = item
        continuation.resume(
          with: item.map { .success(Loaded(item: $0)) } ?? .failure(error ?? ErrorCode.unknownError))
      }
    }.item
  }

  // MARK: - Implementation

  /// An item in transit to the caller's completion handler.
  private struct Loaded: @unchecked Sendable {
    // @unchecked because nothing else uses it.
    let item: any NSSecureCoding
  }

  private var all: [Representation] { representations.withLock { $0 } }
  private func add(_ representation: Representation) {
    representations.withLock { $0.append(representation) }
  }

  /// The representation of this type, else the first whose type conforms to it.
  private func find(_ type: String) -> Representation? {
    let all = all
    return all.first { $0.type == type } ?? all.first { TypeIdentifiers.conforms($0.type, to: type) }
  }

  private static func later(_ progress: Progress, _ body: @escaping (@escaping @Sendable () -> Void) -> Void)
  {
    let cause = Journal.cause
    nonisolated(unsafe) let body = body
    queue.async { Journal.with(cause: cause) { body { progress.completedUnitCount = 1 } } }
  }

  private static func data(_ item: Any?) -> Data? {
    switch item {
    case let data as Data: data
    case let text as String: Data(text.utf8)
    case let url as URL: url.isFileURL ? try? Data(contentsOf: url) : Data(url.absoluteString.utf8)
    default: nil
    }
  }
}

/// The processes that can access a representation. There is only one process here.
public enum NSItemProviderRepresentationVisibility: Int, Sendable {
  case all = 0
  case team = 1
  case group = 2
  case ownProcess = 3
}

public struct NSItemProviderFileOptions: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let openInPlace = NSItemProviderFileOptions(rawValue: 1)
}
