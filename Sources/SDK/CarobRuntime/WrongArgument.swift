import CThreads
import Glibc

/// Reports which method received an argument of the wrong type, and ends the app (M-140).
enum WrongArgument {
  static func stop(_ argument: Any?, expected: Any.Type) -> Never {
    let method = runningMethod()
    let sent =
      switch argument {
      case nil: "nil"
      case let argument?: name(of: type(of: argument))
      }
    var text = "\(sent) was sent where \(name(of: expected)) is expected"
    if let (cls, method) = method {
      text =
        "\(name(of: cls)).\(method.swiftName) was called through its selector \(method.selector.name) "
        + "with \(sent), but its parameter is \(name(of: expected)); declare the parameter as Any, or send another object"
    }
    // In Swift's format, with the place of the method in the user's sources.
    let line = "\(method?.1.site.map { "\($0): " } ?? "")Fatal error: \(text)\n"
    fflush(nil)
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    abort()
  }

  private static func name(of type: Any.Type) -> String { Journal.className(type) }

  /// The innermost method of a table that runs on this thread, and the class that declares it.
  ///
  /// Messages in progress are not recorded, so the functions on the stack are compared with those of all
  /// entries.
  private static func runningMethod() -> (AnyClass, Method)? {
    let known = Runtime.knownMethods()
    var starts = [UInt](repeating: 0, count: 32)
    let count = Int(carob_running_functions(&starts, starts.count))
    for start in starts.prefix(count) where start != 0 {
      let found = known.filter { $0.1.code == start }
      // Entries that one generic function makes share its code, so the code does not identify the entry.
      if let selector = found.first?.1.selector, found.contains(where: { $0.1.selector != selector }) {
        return nil
      }
      // Subclasses inherit the entry; the class closest to the root declares it.
      if let top = found.min(by: { depth(of: $0.0) < depth(of: $1.0) }) { return top }
    }
    return nil
  }

  private static func depth(of cls: AnyClass) -> Int { _getSuperclass(cls).map { depth(of: $0) + 1 } ?? 0 }
}
