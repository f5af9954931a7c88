import CarobFoundation

/// The coder of one object's state; each object has its own keys (E-354).
///
/// Controllers, views and registered objects are encoded as references; anything else must conform to
/// `NSCoding`.
@preconcurrency @MainActor
final class StateCoder: NSCoder {
  nonisolated(unsafe) private(set) var values: StateArchive.Values
  /// The controllers and objects that were encoded as references, in order.
  nonisolated(unsafe) private(set) var referred: [AnyObject] = []
  /// While saving: returns an object's reference, or nil if the object is not saved.
  private let name: @MainActor (AnyObject) -> StateReference?
  /// While restoring: returns the object for a reference.
  private let find: @MainActor (StateReference) -> AnyObject?
  // nonisolated(unsafe) because NSCoder's methods are nonisolated; the coder is used only on the main
  // thread, during one call.

  /// Creates a coder for saving.
  init(name: @escaping @MainActor (AnyObject) -> StateReference?) {
    values = [:]
    self.name = name
    find = { _ in nil }
    super.init()
  }

  /// Creates a coder for restoring.
  init(values: StateArchive.Values, find: @escaping @MainActor (StateReference) -> AnyObject?) {
    self.values = values
    self.find = find
    name = { _ in nil }
    super.init()
  }

  func set(_ value: StateArchive.Value, forKey key: String) { values[key] = value }

  override var allowsKeyedCoding: Bool { true }
  override var requiresSecureCoding: Bool { false }
  nonisolated override func containsValue(forKey key: String) -> Bool { values[key] != nil }

  // MARK: Encoding

  nonisolated override func encode(_ value: Bool, forKey key: String) { values[key] = .bool(value) }
  nonisolated override func encode(_ value: Int, forKey key: String) { values[key] = .integer(Int64(value)) }
  nonisolated override func encode(_ value: Int32, forKey key: String) {
    values[key] = .integer(Int64(value))
  }
  nonisolated override func encode(_ value: Int64, forKey key: String) { values[key] = .integer(value) }
  nonisolated override func encode(_ value: Float, forKey key: String) { values[key] = .real(Double(value)) }
  nonisolated override func encode(_ value: Double, forKey key: String) { values[key] = .real(value) }
  nonisolated override func encodeConditionalObject(_ object: Any?, forKey key: String) {
    encode(object, forKey: key)
  }
  nonisolated override func encode(_ object: Any?, forKey key: String) {
    nonisolated(unsafe) let (coder, object) = (self, object)
    MainActor.assumeIsolated { coder.encodeNow(object, key) }
  }

  private func encodeNow(_ object: Any?, _ key: String) {
    values[key] = nil
    guard let object else { return }
    if let restorable = Self.restorable(object) {
      // An object without identifiers on its whole path is not saved, and neither is the reference.
      guard let reference = name(restorable) else { return }
      referred.append(restorable)
      values[key] = .reference(reference)
    } else if let list = object as? [Any], !list.isEmpty, case let objects = list.compactMap(Self.restorable),
      objects.count == list.count
    {
      let named = objects.compactMap { object in name(object).map { (object, $0) } }
      referred += named.map(\.0)
      values[key] = .references(named.map(\.1))
    } else if let storyboard = object as? UIStoryboard {
      values[key] = .storyboard(name: storyboard.name, bundlePath: storyboard.bundle.bundlePath)
    } else if let data = TaggedValue.data(object) {
      values[key] = .tagged(data)
    } else if let problem = Self.problem(object) {
      Journal.warn("\(problem) cannot be saved for the key \(key), because it does not conform to NSCoding")
    } else if let data = try? NSKeyedArchiver.archivedData(
      withRootObject: object, requiringSecureCoding: false)
    {
      values[key] = .archived(data)
    } else {
      Journal.warn("the object encoded for the key \(key) cannot be archived")
    }
  }

  private static func restorable(_ object: Any) -> AnyObject? {
    if let controller = object as? UIViewController { return controller }
    if let view = object as? UIView { return view }
    return (object as? any UIStateRestoring).flatMap { $0 as AnyObject }
  }

  /// Describes an object that the archiver does not accept.
  private static func problem(_ object: Any) -> String? {
    guard let object = object as? NSObject, !(object is any NSCoding) else { return nil }
    return "a \(Journal.className(type(of: object)))"
  }

  // MARK: Decoding

  nonisolated override func decodeBool(forKey key: String) -> Bool {
    switch values[key] {
    case .bool(let value): return value
    case .integer(let value): return value != 0
    case .real(let value): return value != 0
    default: return false
    }
  }
  nonisolated override func decodeInt64(forKey key: String) -> Int64 {
    switch values[key] {
    case .bool(let value): return value ? 1 : 0
    case .integer(let value): return value
    case .real(let value): return Int64(exactly: value.rounded(.towardZero)) ?? 0
    default: return 0
    }
  }
  nonisolated override func decodeInteger(forKey key: String) -> Int { Int(decodeInt64(forKey: key)) }
  nonisolated override func decodeInt32(forKey key: String) -> Int32 {
    Int32(clamping: decodeInt64(forKey: key))
  }
  nonisolated override func decodeDouble(forKey key: String) -> Double {
    switch values[key] {
    case .bool(let value): return value ? 1 : 0
    case .integer(let value): return Double(value)
    case .real(let value): return value
    default: return 0
    }
  }
  nonisolated override func decodeFloat(forKey key: String) -> Float { Float(decodeDouble(forKey: key)) }
  nonisolated override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
    decodeObject(forKey: key)
  }
  nonisolated override func decodeObject(forKey key: String) -> Any? {
    switch values[key] {
    case .bool(let value): return NSNumber(value: value)
    case .integer(let value): return NSNumber(value: value)
    case .real(let value): return NSNumber(value: value)
    case .tagged(let data): return TaggedValue.value(data)
    case .archived(let data): return try? NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data)
    case .reference(let reference): return found(reference)
    case .references(let references): return references.compactMap(found)
    case .storyboard(let name, let path):
      nonisolated(unsafe) var result: UIStoryboard?
      MainActor.assumeIsolated {
        // The app's bundle may have another path than at the time of saving; then the main bundle is used.
        result = UIStoryboard(name: name, bundle: path == Bundle.main.bundlePath ? nil : Bundle(path: path))
      }
      return result
    case nil: return nil
    }
  }

  private nonisolated func found(_ reference: StateReference) -> AnyObject? {
    nonisolated(unsafe) let coder = self
    nonisolated(unsafe) var result: AnyObject?
    MainActor.assumeIsolated { result = coder.find(reference) }
    return result
  }
}
