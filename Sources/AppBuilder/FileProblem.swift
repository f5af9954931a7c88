import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Why a file could not be written, from the system's error: Foundation's often gives neither the reason nor
/// the file.
enum FileProblem {
  static func description(of error: any Error) -> String {
    let error = error as NSError
    let path = error.userInfo[NSFilePathErrorKey] as? String
    let file = path.map { "\($0): " } ?? ""
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    if cause.domain == NSPOSIXErrorDomain { return file + String(cString: strerror(Int32(cause.code))) }
    // NB: for these Foundation reports only 512 (unknown); checking the path itself gives the reason.
    if let path, access(path, F_OK) != 0, errno != ENOENT { return file + String(cString: strerror(errno)) }
    return file + error.localizedDescription
  }
}
