/// What an app must ask the user for. The raw values are the words of a play script.
public enum PermissionKind: String, Sendable, CaseIterable {
  case location, notifications, motion, photos, contacts, camera, microphone, calendars, reminders, tracking,
    mediaLibrary, speech
}

/// What the user, or Settings, says to one kind.
public enum PermissionStatus: UInt8, Sendable {
  case notDetermined
  /// A profile or parental control forbids it; nobody can be asked.
  case restricted
  case denied
  /// Everything, for kinds other than location.
  case allowed
  /// Location, while the app is in use.
  case whenInUse
  /// Location, at any time.
  case always
  /// Location: the user has allowed it while the app is in use, the app was told always, and the user is asked again at
  /// the first event that needs it (L-122).
  case provisionalAlways
  /// Notifications that are delivered quietly and were not asked for.
  case provisional
}

/// One kind of permission as it is now.
public struct Permission: Sendable, Equatable {
  public var kind: PermissionKind
  public var status: PermissionStatus
  /// Location: the exact place; else about where the device is (L-124).
  public var isPrecise: Bool
  /// It ends when the app is left: allowed once (L-121), or the exact place for one purpose (L-125).
  public var isTemporary: Bool
  /// Location: Location Services are off for the whole device, whatever the user has allowed the app (L-9).
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

  /// Whether an app with this permission is told where the device is, at least while it is in use.
  public var allowsLocation: Bool {
    switch status {
    case .whenInUse, .always, .provisionalAlways: !isSwitchedOff
    case .notDetermined, .restricted, .denied, .allowed, .provisional: false
    }
  }
}

/// An app asks the user for something.
public struct PermissionRequest: Sendable, Equatable {
  public enum Wish: UInt8, Sendable {
    /// The one thing that there is to ask for; for location, while the app is in use.
    case ordinary
    /// Location at any time.
    case always
    /// Location: the exact place, for as long as the app is in use.
    case fullAccuracy
    /// Notifications, delivered quietly, without asking.
    case provisional
    /// Location: that the device's services are on; the user is offered Settings (L-9).
    case services
  }
  /// Of this launch; the answer names it.
  public var id: UInt32
  public var kind: PermissionKind
  public var wish: Wish
  /// The usage text of the app's Info.plist, below the question.
  public var text: String
  public init(id: UInt32, kind: PermissionKind, wish: Wish = .ordinary, text: String = "") {
    self.id = id
    self.kind = kind
    self.wish = wish
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
    writer.write(wish.rawValue)
    writer.write(text)
  }

  init(from reader: inout WireReader) throws(WireError) {
    let id = try reader.unsigned32("request.id")
    guard let kind = PermissionKind(rawValue: try reader.string("request.kind")) else {
      throw .invalidValue(field: "request.kind")
    }
    guard let wish = Wish(rawValue: try reader.byte()) else { throw .invalidValue(field: "request.wish") }
    self.init(id: id, kind: kind, wish: wish, text: try reader.string("request.text"))
  }
}
