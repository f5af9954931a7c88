import Foundation
import Glibc

/// An app's folder on the device: its home, with Documents, Library and tmp.
///
/// The path is the first free one of a fixed series, so that runs one after the other have the same path and equal traces. A lock
/// file keeps concurrent runs apart.
final class DeviceContainer {
  let path: String
  private let lock: Int32
  private let isKept: Bool
  /// The device's own data about the app, beside the app's folder.
  private var notes: String { path + ".device" }
  /// The same in memory, for a container that is removed with the device.
  private var ownNotes: [String: String] = [:]

  /// - Parameters:
  ///   - kept: a folder that is kept; nil makes one that is removed with the device.
  ///   - initial: a folder that is copied into a new container; nil for an empty one.
  init(kept: String?, initial: String? = nil) throws(DeviceError) {
    if let kept {
      isKept = true
      path = kept
      try Self.makeFolder(kept)
      lock = Self.take(kept + ".lock", attempts: 25)
      guard lock >= 0 else { throw .environment("the container '\(kept)' is in use by another run") }
    } else {
      isKept = false
      let base = try Self.temporaryFolder() + "/carob-\(getuid())"
      try Self.makeFolder(base)
      var status = stat()
      guard lstat(base, &status) == 0, status.st_uid == getuid(), status.st_mode & S_IFMT == S_IFDIR else {
        throw .environment("'\(base)' belongs to another user")
      }
      var number = 1
      var descriptor: Int32 = -1
      while true {
        descriptor = Self.take(base + "/device-\(number).lock")
        if descriptor >= 0 { break }
        number += 1
        guard number < 1000 else { throw .environment("no container folder is free in '\(base)'") }
      }
      lock = descriptor
      path = base + "/device-\(number)"
      // A run that was killed may have left files behind.
      try? FileManager.default.removeItem(atPath: path)
      if let initial {
        try Self.copy(initial, to: path)
        let notes = initial + ".device"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: notes)) ?? [] {
          ownNotes[name] = try? String(contentsOfFile: notes + "/" + name, encoding: .utf8)
        }
      }
      try Self.makeFolder(path)
    }
    for folder in ["Documents", "Library", "Library/Caches", "Library/Preferences", "tmp"] {
      try Self.makeFolder(path + "/" + folder)
    }
  }

  deinit {
    if !isKept { try? FileManager.default.removeItem(atPath: path) }
    close(lock)
  }

  /// The user's folder for temporary files, which must exist.
  private static func temporaryFolder() throws(DeviceError) -> String {
    guard let folder = getenv("TMPDIR").map({ String(cString: $0) }), folder.hasPrefix("/") else {
      return "/tmp"
    }
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .environment("the folder for temporary files does not exist: '\(folder)' (TMPDIR)")
    }
    return folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  private static func makeFolder(_ path: String) throws(DeviceError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .environment("cannot make the folder '\(path)': \(error.localizedDescription)")
    }
  }

  /// Copies the app's files to a folder that does not exist yet.
  func copy(to target: String) throws(DeviceError) {
    try Self.copy(path, to: target)
    for (name, text) in ownNotes.sorted(by: { $0.key < $1.key }) {
      Self.write(text, name, to: target + ".device")
    }
  }

  /// The device's data about the app with this name: permissions, monitored regions…
  func kept(_ name: String) -> String? {
    isKept ? try? String(contentsOfFile: notes + "/" + name, encoding: .utf8) : ownNotes[name]
  }

  /// Saves data about the app for as long as the app's files are kept. An empty text removes it.
  func keep(_ text: String, as name: String) {
    if isKept {
      Self.write(text, name, to: notes)
    } else {
      ownNotes[name] = text.isEmpty ? nil : text
    }
  }

  private static func write(_ text: String, _ name: String, to folder: String) {
    let file = folder + "/" + name
    guard !text.isEmpty else {
      try? FileManager.default.removeItem(atPath: file)
      return
    }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? text.write(toFile: file, atomically: true, encoding: .utf8)
  }

  /// Deletes the app's saved interface state, because the user ended the app in the switcher (E-356).
  func dropSavedState() {
    try? FileManager.default.removeItem(atPath: path + "/Library/Saved Application State")
  }

  private static func copy(_ source: String, to target: String) throws(DeviceError) {
    do {
      try FileManager.default.copyItem(atPath: source, toPath: target)
    } catch {
      throw .environment("cannot copy '\(source)' to '\(target)': \(error.localizedDescription)")
    }
  }

  private static func take(_ path: String, attempts: Int = 1) -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return -1 }
    // NB: a child that was forked and has not yet executed its program still holds the lock of an ended run.
    for attempt in 0..<attempts {
      if attempt > 0 { usleep(20_000) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    }
    close(descriptor)
    return -1
  }
}
