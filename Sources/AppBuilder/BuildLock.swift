import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A lock between processes that build the same project; the system releases it when the process exits.
struct BuildLock {
  private let descriptor: Int32

  /// Waits until no other process holds the lock.
  init(file: String) throws {
    descriptor = open(file, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw BuildError(.environment, "cannot write \(file): \(String(cString: strerror(errno)))")
    }
    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
  }

  func release() {
    close(descriptor)
  }
}
