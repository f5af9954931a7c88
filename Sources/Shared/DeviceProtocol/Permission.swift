/// A kind of data or service that requires the user's permission. The raw values are the words of a play
/// script.
public enum PermissionKind: String, Sendable, CaseIterable {
  case location, notifications, motion, photos, contacts, camera, microphone, calendars, reminders, tracking,
    mediaLibrary, speech
}

/// The user's decision about one kind.
public enum PermissionStatus: UInt8, Sendable {
  case notDetermined
  /// A profile or parental controls forbid it, and the user cannot be asked.
  case restricted
  case denied
  /// Full access, for kinds other than location.
  case allowed
  /// Location, while the app is in use.
  case whenInUse
  /// Location, at any time.
  case always
  /// Location: the user allowed it while the app is in use, but the app sees `always`. The user is asked
  /// again at the first event that requires `always` (L-122).
  case provisionalAlways
  /// Notifications: delivered quietly, without asking the user.
  case provisional
}

/// The current permission for one kind.
public struct Permission: Sendable, Equatable {
  public var kind: PermissionKind
  public var status: PermissionStatus
  /// Location: whether the app gets the exact location or an approximate one (L-124).
  public var isPrecise: Bool
  /// Whether it ends when the app is no longer in use: allowed once (L-121), or full accuracy for one
  /// purpose (L-125).
  public var isTemporary: Bool
  /// Location: whether Location Services are off for the whole device, regardless of the app's permission
  /// (L-9).
  public var isSwitchedOff: Bool
  public init(
    kind: PermissionKind, status: PermissionStatus = .notDetermined, isPrecise: Bool = true,
    isTemporary: Bool = false, isSwitchedOff: Bool = false
  ) {
    self.kind = kind
    self.status = status
    self.isPrecise = isPrecise
    self.isTemporary = isTemporary
    self.isSwitchedOff = isSwitchedOff
  }

  /// Whether an app with this permission gets the device's location, at least while it is in use.
  public var allowsLocation: Bool {
    switch status {
    case .whenInUse, .always, .provisionalAlways: !isSwitchedOff
    case .notDetermined, .restricted, .denied, .allowed, .provisional: false
    }
  }
}

/// An app's request for a permission.
public struct PermissionRequest: Sendable, Equatable {
  public enum Scope: UInt8, Sendable {
    /// The ordinary permission of the kind; for location, while the app is in use.
    case ordinary
    /// Location at any time.
    case always
    /// Location: full accuracy, for as long as the app is in use.
    case fullAccuracy
    /// Notifications that are delivered quietly, without asking the user.
    case provisional
    /// Location: to turn on Location Services; the prompt offers Settings (L-9).
    case services
  }
  /// Counted in each launch; the answer has the same id.
  public var id: UInt32
  public var kind: PermissionKind
  public var scope: Scope
  /// The usage description of the app's Info.plist, below the question.
  public var text: String
  public init(id: UInt32, kind: PermissionKind, scope: Scope = .ordinary, text: String = "") {
    self.id = id
    self.kind = kind
    self.scope = scope
    self.text = text
  }
}

extension Permission {
  func encode(to writer: inout WireWriter) {
    writer.write(kind.rawValue)
    writer.write(status.rawValue)
    writer.write(isPrecise)
    writer.write(isTemporary)
    writer.write(isSwitchedOff)
  }

  init(from reader: inout WireReader) throws(WireError) {
    guard let kind = PermissionKind(rawValue: try reader.string("permission.kind")) else {
      throw .invalidValue(field: "permission.kind")
    }
    guard let status = PermissionStatus(rawValue: try reader.byte()) else {
      throw .invalidValue(field: "permission.status")
    }
    self.init(
      kind: kind, status: status, isPrecise: try reader.bool("permission.isPrecise"),
      isTemporary: try reader.bool("permission.isTemporary"),
      isSwitchedOff: try reader.bool("permission.isSwitchedOff"))
  }
}

extension PermissionRequest {
  func encode(to writer: inout WireWriter) {
    writer.write(id)
    writer.write(kind.rawValue)
    writer.write(scope.rawValue)
    writer.write(text)
  }

  init(from reader: inout WireReader) throws(WireError) {
    let id = try reader.unsigned32("request.id")
    guard let kind = PermissionKind(rawValue: try reader.string("request.kind")) else {
      throw .invalidValue(field: "request.kind")
    }
    guard let scope = Scope(rawValue: try reader.byte()) else { throw .invalidValue(field: "request.scope") }
    self.init(id: id, kind: kind, scope: scope, text: try reader.string("request.text"))
  }
}
