import Foundation
import Glibc

/// The secret part of a project's page address. It stays the same from run to run, so that an open page takes up the next
/// run; only the user can read the file.
public enum PageToken {
  /// The token of a project; nil if it cannot be kept.
  ///
  /// - Parameters:
  ///   - root: the project's folder.
  ///   - folder: the folder of all tokens, which is created if there is none.
  public static func ofProject(_ root: String, in folder: URL) -> String? {
    let name = Data(root.utf8).reduce(into: UInt64(0xcbf2_9ce4_8422_2325)) { hash, byte in
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let file = folder.appending(path: String(name, radix: 16))
    if let kept = read(file.path) { return kept }
    let token = PageAccess.makeToken()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      return nil
    }
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // NB: the file may exist with other rights.
    guard fchmod(descriptor, 0o600) == 0 else { return nil }
    let bytes = Array(token.utf8)
    return write(descriptor, bytes, bytes.count) == bytes.count ? token : nil
  }

  /// A token that nobody else could have read or written.
  private static func read(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == getuid(), status.st_mode & 0o077 == 0 else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    let token = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    let isToken =
      token.utf8.count == 32 && token.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    return isToken ? token : nil
  }
}
