import CarobFoundation
import Glibc
import RuntimeTestSupport

/// Prints the events of file and folder sources with their times. The changes are one second apart.
func fileEvents() {
  let note = Timeline()
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("files-\(getpid())")
  let file = folder.appendingPathComponent("a.txt").path
  try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  _ = FileManager.default.createFile(atPath: file, contents: Data("text".utf8))
  let fileSource = watch(file, "file", note)
  let folderSource = watch(folder.path, "folder", note)
  let changes: [@Sendable () -> Void] = [
    { append("more", to: file) },
    { overwrite("x", file) },
    { chmod(file, 0o600) },
    { rename(file, file + ".old") },
    { mkdir(folder.path + "/sub", 0o700) },
    { unlink(file + ".old") },
    { rmdir(folder.path + "/sub") },
    { rmdir(folder.path) },
  ]
  for (second, change) in changes.enumerated() {
    DispatchQueue.global().asyncAfter(deadline: .now() + Double(second + 1), execute: change)
  }
  DispatchQueue.main.asyncAfter(deadline: .now() + 10) {
    fileSource.cancel()
    folderSource.cancel()
  }
  DispatchQueue.main.asyncAfter(deadline: .now() + 11) {
    note.printAll()
    exit(0)
  }
  RunLoop.runMain()
}

private func watch(_ path: String, _ name: String, _ note: Timeline) -> any DispatchSourceFileSystemObject {
  let descriptor = open(path, O_RDONLY)
  let source = DispatchSource.makeFileSystemObjectSource(
    fileDescriptor: descriptor, eventMask: [.write, .extend, .attrib, .link, .rename, .delete], queue: .main)
  source.setEventHandler {
    note("\(name): \(names(source.data)), descriptor \(source.handle == descriptor)")
  }
  source.setCancelHandler {
    note("\(name) cancelled")
    close(descriptor)
  }
  source.resume()
  return source
}

private func names(_ events: DispatchSource.FileSystemEvent) -> String {
  let all: [(DispatchSource.FileSystemEvent, String)] = [
    (.write, "write"), (.extend, "extend"), (.attrib, "attrib"), (.link, "link"), (.rename, "rename"),
    (.delete, "delete"),
  ]
  return all.filter { events.contains($0.0) }.map(\.1).joined(separator: " ")
}

private func append(_ text: String, to path: String) {
  let descriptor = open(path, O_WRONLY | O_APPEND)
  write(descriptor, text, text.utf8.count)
  close(descriptor)
}

private func overwrite(_ text: String, _ path: String) {
  let descriptor = open(path, O_WRONLY)
  write(descriptor, text, text.utf8.count)
  close(descriptor)
}

/// Prints the quality of service of each queue's work according to C and Foundation.
func qualities() {
  DispatchWatch.start()
  Quality.start()
  let note = Timeline()
  @Sendable func report(_ name: String) {
    note("\(name): 0x\(String(qos_class_self().rawValue, radix: 16)) \(Thread.current.qualityOfService)")
  }
  Journal.start(JournalRecorder.ignoringEverything())
  report("main")
  let queues: [(String, DispatchQueue)] = [
    ("background", .global(qos: .background)), ("user-initiated", .global(qos: .userInitiated)),
    ("default", .global()), ("utility", DispatchQueue(label: "own", qos: .utility)),
  ]
  let done = DispatchSemaphore(value: 0)
  for (name, queue) in queues {
    queue.async {
      report(name)
      done.signal()
    }
    done.wait()
  }
  let thread = Thread(block: {
    report("thread")
    done.signal()
  })
  thread.qualityOfService = .utility
  thread.start()
  done.wait()
  note.printAll()
}

/// Creates signal sources for ignored signals. One is ignored before its source is registered, the other one afterwards.
func ignoredSignal() {
  let note = Timeline()
  signal(SIGUSR1, SIG_IGN)
  DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) {
    note("was ignored: \(isIgnored(SIGUSR1)) \(isIgnored(SIGUSR2))")
    signal(SIGUSR2, SIG_IGN)
    note("is ignored: \(isIgnored(SIGUSR1)) \(isIgnored(SIGUSR2))")
  }
  sendSignals(note)
}

private nonisolated(unsafe) var handled = [0, 0]  // because: handlers and the timeline run on the main thread

/// Creates signal sources for signals that the program handles, too, one from before its registration and one from afterwards.
func handledSignal() {
  DispatchWatch.start()
  let note = Timeline()
  signal(SIGUSR1) { _ in handled[0] += 1 }
  DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) {
    print("line \(#line + 1)")
    signal(SIGUSR2) { _ in handled[1] += 1 }
  }
  DispatchQueue.main.asyncAfter(deadline: .now() + 3) { note("handled \(handled)") }
  sendSignals(note)
}

private func isIgnored(_ number: Int32) -> Bool {
  var action = sigaction()
  sigaction(number, nil, &action)
  return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    == unsafeBitCast(SIG_IGN, to: Int.self)
}

/// Creates the sources, sends the first signal from the main queue and the second one from a global queue, twice, and ends the program.
private func sendSignals(_ note: Timeline) {
  let sources = [SIGUSR1, SIGUSR2].map { number in
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { note("signal \(number == SIGUSR1 ? 1 : 2)") }
    source.resume()
    return source
  }
  for second in 1...2 {
    DispatchQueue.main.asyncAfter(deadline: .now() + Double(second)) { kill(getpid(), SIGUSR1) }
    DispatchQueue.global().asyncAfter(deadline: .now() + Double(second) + 0.5) { kill(getpid(), SIGUSR2) }
  }
  DispatchQueue.main.asyncAfter(deadline: .now() + 4) {
    note.printAll()
    withExtendedLifetime(sources) {}
    exit(0)
  }
  RunLoop.runMain()
}
