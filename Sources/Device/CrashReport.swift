import CDeviceSystem
import Glibc

/// What is known about a crash: the signal, and the Swift runtime's message on standard error.
public struct CrashReport: Sendable, Equatable {
  public var signal: Int32
  public var reason: String
  /// The place in the user's sources, if the runtime named it.
  public var file: String?
  public var line: Int?
  /// The app's own frames, innermost first, as `function at file:line`, without repetitions.
  public var frames: [String] = []
  /// The last lines on standard error.
  public var tail: [String]
  /// Whether the app did not crash, but the time layer found a thread that spins, and ended the process.
  static func isSpinning(standardError lines: [String]) -> Bool {
    lines.contains {
      $0.hasPrefix("carob: virtual time: ") && $0.contains("a thread spins, or is stuck in a call")
    }
  }

  /// - Parameters:
  ///   - output: the last lines on standard error.
  ///   - appFolder: the folder of the app's bundle, whose libraries are the user's code.
  init(signal: Int32, standardError output: [String], appFolder: String? = nil) {
    self.signal = signal
    let tail = output.filter { !$0.hasPrefix(Self.frameMark) }
    self.tail = tail
    reason = Self.name(of: signal)
    var begin = tail.startIndex
    for (index, text) in tail.enumerated().reversed() {
      if let found = Self.runtimeMessage(in: text) {
        (reason, begin) = (found.message, index)
        (file, line) = (found.file, found.line)
        break
      }
      if let message = Self.exceptionMessage(in: text) {
        (reason, begin) = (message, index)
        break
      }
    }
    // The first frame of the app's own code has the full path of the user's file; the runtime's message has the place of the
    // check, which may be in a library.
    let backtrace = Self.withoutEntryPoint(tail[begin...])
    let frames = backtrace.compactMap(Self.userFrame)
    if let file, let frame = frames.first(where: { Self.name(ofFile: $0.path) == Self.name(ofFile: file) }) {
      // The message has the line, the frame the full path. The frame of a trap may have no line.
      self.file = frame.path
    } else if let frame = frames.first(where: { $0.line > 0 }) {
      (file, line) = frame
    } else if let file, file.hasPrefix("Swift/") || file.hasPrefix("UIKit/") || file.hasPrefix("Carob") {
      (self.file, line) = (nil, nil)
    }
    // NB: the runtime's backtrace of an interrupted thread lacks the innermost frame.
    if file == nil || signal == SIGQUIT, let place = Self.ownPlace(in: output, appFolder: appFolder) {
      (file, line) = place
    }
    if file == nil, let place = Self.registration(in: output) { (file, line) = place }
    self.frames = Self.ownFrames(in: backtrace)
    // M-95.
    if reason.contains("while implicitly unwrapping"), let file, let line,
      let outlet = OutletHint.outlet(usedAt: line, of: file)
    {
      reason += ": the outlet \(outlet) is not connected, or its view is not loaded yet"
    }
  }

  private static let frameMark = "carob: frame\t"

  /// The innermost place in the user's sources among the frames that the app itself has printed.
  ///
  /// Ignores the app's entry point, which calls everything on the main thread, if frames of the SDK follow it.
  private static func ownPlace(in output: [String], appFolder: String?) -> (String, Int)? {
    guard let appFolder else { return nil }
    let folder = realPath(appFolder)
    let frames = output.filter { $0.hasPrefix(frameMark) }
      .map { $0.dropFirst(frameMark.count).split(separator: "\t").map(String.init) }
      .filter { $0.count == 2 }
    func isOwn(_ frame: [String]) -> Bool { frame[0].hasPrefix(folder) }
    // The executable calls the app's entry point.
    let host = frames.firstIndex { isOwn($0) && !$0[0].hasSuffix(".so") } ?? frames.endIndex
    var entry = host
    while host < frames.endIndex, entry > 0, isOwn(frames[entry - 1]) { entry -= 1 }
    let end = entry > 0 ? entry : frames.endIndex
    for frame in frames[..<end] where isOwn(frame) {
      if let place = SourceLine.of(library: frame[0], offset: frame[1]).flatMap(pathAndLine) { return place }
    }
    return nil
  }

  /// Where the app registered the timer or submitted the block that ran.
  private static func registration(in output: [String]) -> (String, Int)? {
    for text in output where text.hasPrefix(frameMark + "@\t") {
      let parts = text.dropFirst(frameMark.count).split(separator: "\t").map(String.init)
      if parts.count == 3, let line = Int(parts[2]), !parts[1].contains("/Sources/SDK/") {
        return (parts[1], line)
      }
      if parts.count == 4, let place = SourceLine.of(library: parts[1], offset: parts[2]) {
        return pathAndLine(place)
      }
    }
    return nil
  }

  private static func pathAndLine(_ place: String) -> (String, Int)? {
    guard let colon = place.lastIndex(of: ":"), let line = Int(place[place.index(after: colon)...]) else {
      return nil
    }
    return (String(place[..<colon]), line)
  }

  /// The frames of a backtrace in the app's own code, as `deep(_:) at /project/VC.swift:12`; at most eight.
  private static func ownFrames(in tail: [String]) -> [String] {
    var result: [String] = []
    for text in tail {
      guard let place = userFrame(in: text), place.line > 0, let image = text.ranges(of: " in lib").last
      else { continue }
      // The text after the address in `3 [ra] 0x00007fff VC.deep(_:) + 84`.
      let words = text[..<image.lowerBound].split(separator: " ")
      guard let address = words.firstIndex(where: { $0.hasPrefix("0x") }) else { continue }
      var function = words[(address + 1)...].joined(separator: " ")
      if let plus = function.ranges(of: " + ").last { function = String(function[..<plus.lowerBound]) }
      let frame = "\(function) at \(place.path):\(place.line)"
      if function.contains("._carob") || result.last == frame { continue }
      result.append(frame)
      if result.count == 8 { break }
    }
    return result
  }

  /// A backtrace without the app's entry point, `3 in static AppDelegate.main() + 17`, which calls everything on the main thread,
  /// if frames of the SDK follow it.
  private static func withoutEntryPoint(_ lines: ArraySlice<String>) -> [String] {
    guard let library = lines.firstIndex(where: { $0.contains(" in libCarobSDK.so") }) else {
      return Array(lines)
    }
    return lines.indices.filter { index in
      let line = lines[index]
      let isEntryPoint =
        line.contains(" static ") && line.contains(".main() + ") || line.contains(" carob_app_main + ")
      return index < library || !isEntryPoint
    }.map { lines[$0] }
  }

  private static func name(ofFile path: String) -> Substring { path.split(separator: "/").last ?? "" }

  /// The place in a frame such as `3 in VC.viewDidLoad() + 17 in libColorsApp.so at /project/VC.swift:12:5`.
  ///
  /// The line is 0 if the frame has none.
  private static func userFrame(in text: String) -> (path: String, line: Int)? {
    guard let image = text.ranges(of: " in lib").last, let place = text.ranges(of: ".so at /").last,
      image.upperBound < place.lowerBound
    else { return nil }
    let library = text[image.upperBound..<place.lowerBound]
    if library.hasPrefix("swift") || library.hasPrefix("Carob") || library == "Foundation" { return nil }
    // The matched slash is part of the path.
    let whole = text[text.index(before: place.upperBound)...]
    if whole.hasSuffix(".swift") { return (String(whole), 0) }
    let parts = whole.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3, let line = Int(parts[parts.count - 2]), line > 0 else { return nil }
    let path = parts.dropLast(2).joined(separator: ":")
    return path.hasSuffix(".swift") ? (path, line) : nil
  }

  /// The parts of `path/File.swift:12: Fatal error: text`, with or without the place.
  private static func runtimeMessage(in text: String) -> (file: String?, line: Int?, message: String)? {
    if text.hasPrefix("Could not cast value of type ") { return (nil, nil, text) }
    for kind in ["Fatal error", "Precondition failed", "Assertion failed"] {
      guard let range = firstRange(of: kind, in: text) else { continue }
      let message = String(text[range.lowerBound...])
      let place = text[..<range.lowerBound].split(separator: ":")
      if place.isEmpty { return (nil, nil, message) }
      // The parts are file, line and a space.
      guard place.count >= 2, let line = Int(place[place.count - 2]), place.last == " " else { continue }
      return (place.dropLast(2).joined(separator: ":"), line, message)
    }
    return nil
  }

  private static func exceptionMessage(in text: String) -> String? {
    guard text.hasPrefix("*** Terminating app due to ") else { return nil }
    return String(text.dropFirst("*** Terminating app due to ".count))
  }

  private static func firstRange(of needle: String, in text: String) -> Range<String.Index>? {
    var start = text.startIndex
    while start < text.endIndex {
      if text[start...].hasPrefix(needle) { return start..<text.index(start, offsetBy: needle.count) }
      start = text.index(after: start)
    }
    return nil
  }

  private static func name(of signal: Int32) -> String {
    switch signal {
    case SIGSEGV: "invalid memory access (signal SIGSEGV; also caused by infinite recursion)"
    case SIGBUS: "invalid memory access (signal SIGBUS)"
    case SIGILL: "trap (signal SIGILL)"
    case SIGTRAP: "trap (signal SIGTRAP)"
    case SIGABRT: "abort (signal SIGABRT)"
    case SIGFPE: "arithmetic error (signal SIGFPE)"
    case SIGTERM: "terminated (signal SIGTERM)"
    case SIGPIPE: "wrote to a closed pipe (signal SIGPIPE)"
    case SIGKILL: "killed from outside (signal SIGKILL; out of memory?)"
    default:
      if let name = carob_signal_name(signal) {
        "signal SIG\(String(cString: name))"
      } else {
        "signal \(signal)"
      }
    }
  }
}
