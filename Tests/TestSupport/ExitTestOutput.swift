import Testing

/// The standard error of the process of an exit test.
public func errors(of result: ExitTest.Result?) -> String {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

/// The warnings in the standard error of an exit test, without their prefix, and without those about
/// background threads, because the main actor of an exit test does not run on the main thread.
public func warnings(of result: ExitTest.Result?) -> [String] {
  errors(of: result).split(separator: "\n").compactMap { line in
    line.hasPrefix("carob: ") && !line.contains("on a background thread")
      ? line.firstRange(of: "warning: ").map { String(line[$0.upperBound...]) } : nil
  }
}
