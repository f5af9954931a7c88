import CarobFoundation

/// A saved state as a value, as stored in a file in the app's container.
struct StateArchive: Equatable {
  /// A coder's value for one key.
  enum Value: Equatable {
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    /// An encoded `TaggedValue`.
    case tagged(Data)
    /// An archive of `NSKeyedArchiver`.
    case archived(Data)
    case reference(StateReference)
    case references([StateReference])
    case storyboard(name: String, bundlePath: String)
  }
  typealias Values = [String: Value]

  /// An object's state and the data needed to recreate the object.
  struct Entry: Equatable {
    var reference: StateReference
    var values: Values
    /// Mangled, so that nested and private classes can be found.
    var restorationClass: String?
    var storyboard: StoryboardPlace?
  }
  struct StoryboardPlace: Equatable {
    var name: String
    var bundlePath: String
    /// The id of the controller's element in the file.
    var element: String
  }

  var application: Values = [:]
  /// Parents precede the objects that they refer to.
  var entries: [Entry] = []
}

// MARK: The file

extension StateArchive {
  private static let version = 1

  /// A binary property list.
  func encoded() throws -> Data {
    try PropertyListSerialization.data(
      fromPropertyList: [
        "version": Self.version, "application": Self.plist(application),
        "entries": entries.map { entry in
          var result: [String: Any] = [
            "object": Self.plist(entry.reference), "values": Self.plist(entry.values),
          ]
          if let name = entry.restorationClass { result["class"] = name }
          if let place = entry.storyboard {
            result["storyboard"] = [place.name, place.bundlePath, place.element]
          }
          return result
        },
      ] as [String: Any], format: .binary, options: 0)
  }

  /// Nil for data that is not a saved state or has another version.
  init?(decoding data: Data) {
    guard
      let root = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        as? [String: Any],
      root["version"] as? Int == Self.version,
      let application = (root["application"] as? [String: Any]).flatMap(Self.values),
      let list = root["entries"] as? [[String: Any]]
    else { return nil }
    self.application = application
    for item in list {
      guard let reference = (item["object"] as? [String: Any]).flatMap(Self.reference),
        let values = (item["values"] as? [String: Any]).flatMap(Self.values)
      else { return nil }
      var entry = Entry(
        reference: reference, values: values, restorationClass: item["class"] as? String)
      if let place = item["storyboard"] as? [String], place.count == 3 {
        entry.storyboard = StoryboardPlace(name: place[0], bundlePath: place[1], element: place[2])
      }
      entries.append(entry)
    }
  }

  private static func plist(_ reference: StateReference) -> [String: Any] {
    ["kind": reference.kind.rawValue, "path": reference.path, "ordinal": reference.ordinal]
  }

  private static func reference(_ plist: [String: Any]) -> StateReference? {
    guard let kind = (plist["kind"] as? String).flatMap(StateReference.Kind.init),
      let path = plist["path"] as? [String], let ordinal = plist["ordinal"] as? Int
    else { return nil }
    return StateReference(kind: kind, path: path, ordinal: ordinal)
  }

  /// Encodes each value as a dictionary with one entry, whose key names the kind of value.
  private static func plist(_ values: Values) -> [String: Any] {
    values.mapValues { value -> [String: Any] in
      switch value {
      case .bool(let value): ["bool": value]
      case .integer(let value): ["integer": value]
      case .real(let value): ["real": value]
      case .tagged(let data): ["value": data]
      case .archived(let data): ["archive": data]
      case .reference(let reference): ["object": plist(reference)]
      case .references(let references): ["objects": references.map { plist($0) }]
      case .storyboard(let name, let path): ["storyboard": [name, path]]
      }
    }
  }

  private static func values(_ plist: [String: Any]) -> Values? {
    var result: Values = [:]
    for (key, item) in plist {
      guard let item = item as? [String: Any], let kind = item.keys.first, let value = item[kind],
        let decoded = self.value(kind, value)
      else { return nil }
      result[key] = decoded
    }
    return result
  }

  private static func value(_ kind: String, _ value: Any) -> Value? {
    switch kind {
    case "bool": return (value as? Bool).map { .bool($0) }
    case "integer": return (value as? Int64 ?? (value as? Int).map(Int64.init)).map { .integer($0) }
    case "real": return (value as? Double).map { .real($0) }
    case "value": return (value as? Data).map { .tagged($0) }
    case "archive": return (value as? Data).map { .archived($0) }
    case "object": return (value as? [String: Any]).flatMap(reference).map { .reference($0) }
    case "objects":
      guard let list = value as? [[String: Any]] else { return nil }
      let references = list.compactMap(reference)
      return references.count == list.count ? .references(references) : nil
    case "storyboard":
      guard let pair = value as? [String], pair.count == 2 else { return nil }
      return .storyboard(name: pair[0], bundlePath: pair[1])
    default: return nil
    }
  }
}
