import CarobFoundation
import CarobRuntime
import Glibc
import CarobOSLog
import RuntimeTestSupport

/// Prints what was printed or logged, as it comes.
private let printedFormat: JournalRecorder.Format = { event, _ in
  if event.mechanism == .print { print(event.name) }
  return nil
}

/// The same, and signposts.
private let signpostFormat: JournalRecorder.Format = { event, number in
  guard let kind = event.detail.first(where: { $0.key == "signpost" })?.value else {
    return printedFormat(event, number)
  }
  let message = event.detail.first { $0.key == "message" }.map { " \($0.value)" } ?? ""
  print("\(kind) \(event.name)\(message)")
  return nil
}

func loggingTrace() {
  Journal.start(JournalRecorder(printedFormat))
  NSLog("plain 5%%")
  NSLog("%d items for %@ at %.2f", 3, "Ada", 1.5)
  NSLog("two\nlines")
  let log = OSLog(subsystem: "com.example", category: "net")
  os_log("%{public}@ has %ld", log: log, type: .info, "Ada" as NSString, 7)
  os_log("hidden %{private}@ and %{sensitive, mask.hash}s", "Ada" as NSString, "Eva" as NSString)
  os_log(.debug, log: log, "%{bool}d %{BOOL}d", 1, 1)
  let logger = Logger(log)
  let name = "Ada"
  logger.log(
    "count \(3) \(31, format: .hex(includePrefix: true, uppercase: true)) [\(7, format: .decimal(minDigits: 3))]"
  )
  logger.log(
    "\(1.5) \(2.25, format: .fixed(precision: 2)) \(1.0, format: .exponential(precision: 3, explicitPositiveSign: true))"
  )
  logger.log("\(name, align: .left(columns: 6))|\(name, align: .right(columns: 6))")
  logger.log("\(name, privacy: .private) \(name, privacy: .sensitive) \(name, privacy: .public)")
  var masks: [String] = []
  for text in ["Ada", "Ada", "Eva"] {
    masks.append(OSLogMessageText.of("\(text, privacy: .private(mask: .hash))"))
  }
  logger.log("same mask: \(masks[0] == masks[1] && masks[0] != masks[2] && !masks[0].contains("Ada"))")
  logger.log("\(true) \(true, format: .answer) \(Double.self) \(Int32(0x0100_007f), format: .ipv4Address)")
  var asked = 0
  func value() -> Int {
    asked += 1
    return asked
  }
  Logger(.disabled).log("\(value())")
  os_log("never", log: .disabled)
  logger.log("closed: \(asked == 0 ? "no value was asked for" : "a value was asked for")")
  logger.log(level: .default, "default")
  logger.debug("debug")
  logger.info("info")
  logger.notice("notice")
  logger.warning("warning")
  logger.error("error")
  logger.fault("fault")
}

/// Prints what arrives on standard error.
func loggingLines() {
  var ends: [Int32] = [0, 0]
  let old = dup(2)
  guard pipe(&ends) == 0 else { return }
  dup2(ends[1], 2)
  NSLog("from NSLog")
  os_log("from the default log")
  let logger = Logger(subsystem: "com.example", category: "net")
  logger.log("from a logger")
  logger.error("an error")
  dup2(old, 2)
  close(ends[1])
  var bytes = [UInt8](repeating: 0, count: 4096)
  let count = read(ends[0], &bytes, bytes.count)
  for line in String(decoding: bytes[..<max(0, count)], as: UTF8.self).split(separator: "\n") {
    print(
      line.replacing(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}/, with: "DATE").replacing(
        /\[\d+\]/, with: "[PID]"))
  }
}

func signposts() {
  Journal.start(JournalRecorder(signpostFormat), internalEvents: true)
  let signposter = OSSignposter(subsystem: "com.example", category: .pointsOfInterest)
  signposter.withIntervalSignpost("Load") { signposter.emitEvent("Tick", "\(3)") }
  let log = OSLog(subsystem: "com.example", category: .pointsOfInterest)
  let id = OSSignpostID(log: log)
  os_signpost(.begin, log: log, name: "Old", signpostID: id)
  os_signpost(.end, log: log, name: "Old", signpostID: id)
  OSSignposter.disabled.emitEvent("Never")
}
