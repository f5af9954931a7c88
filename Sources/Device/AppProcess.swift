import CDeviceSystem
import DeviceProtocol
import Glibc

/// One running app: its process, its sockets, its standard error. Confined to the device's thread.
///
/// Reading and writing never block; `SimulatedDevice` waits for the descriptors and decides when to read.
final class AppProcess {
  /// The child process that watches the app. It ends with the app's status when the app and all of its children have ended.
  private let watcher: pid_t
  /// The app's process id, which is also its process group.
  let processID: pid_t
  /// Closing it kills the app; -1 once it is closed.
  private var lifeline: Int32
  /// The device's ends; -1 if closed or absent.
  private(set) var socket: Int32
  private(set) var gate: Int32
  private(set) var standardError: Int32
  /// Readable when the process has ended; -1 if the system does not support this.
  let endWatch: Int32

  private(set) var gateRequest: TimeGateRequest?
  private(set) var tail = OutputTail()
  private var filter = StandardErrorFilter()
  var hasReceivedHello = false
  /// The main thread has rested since the launch, so the launch was handled completely. Always false in real time.
  private(set) var hasRested = false
  /// Messages were sent that the app may not have read when it last asked for time.
  private(set) var hasUnreadInput = false

  private var reader = FrameReader()
  private var outgoing: [UInt8] = []
  private var outgoingStart = 0
  private var readBuffer = [UInt8](repeating: 0, count: 1 << 17)
  private var waitStatus: Int32?
  private var knowsThatTimeIsReal = false

  /// Messages that the app has recorded and not sent yet.
  private let events: EventMemory
  private let memory: UnsafeMutableRawPointer
  /// How many bytes of the app's messages have arrived, over the socket or through the shared memory.
  private var receivedCount = 0

  init(
    _ spawned: carob_spawned, socket: Int32, gate: Int32, standardError: Int32,
    memory: UnsafeMutableRawPointer, showsBacktraces: Bool
  ) {
    filter.isOff = showsBacktraces
    self.memory = memory
    events = EventMemory(base: memory)
    watcher = spawned.watcher
    processID = spawned.app
    lifeline = spawned.lifeline
    self.socket = socket
    self.gate = gate
    self.standardError = standardError
    endWatch = carob_open_child(watcher)
    if endWatch >= 0 { _ = fcntl(endWatch, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    kill()
    for descriptor in [socket, gate, standardError, endWatch] where descriptor >= 0 { close(descriptor) }
    munmap(memory, EventMemory.length)
  }

  var wantsToWrite: Bool { outgoingStart < outgoing.count && socket >= 0 }

  // MARK: Messages

  func send(_ message: DeviceMessage) {
    message.encode(into: &outgoing)
    hasUnreadInput = true
    flush()
  }

  func flush() {
    while wantsToWrite {
      let written = outgoing.withUnsafeBytes { bytes in
        Glibc.send(
          socket, bytes.baseAddress.map { $0 + outgoingStart }, bytes.count - outgoingStart,
          Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      if written > 0 {
        outgoingStart += written
      } else if errno == EINTR {
        continue
      } else {
        // The app has ended, or must read first; the poll loop finds out which.
        if errno == EPIPE || errno == ECONNRESET { outgoingStart = outgoing.count }
        break
      }
    }
    if outgoingStart == outgoing.count {
      outgoing.removeAll(keepingCapacity: true)
      outgoingStart = 0
    }
  }

  /// Reads what has arrived on the socket, and passes complete messages to `handle` in order.
  func readMessages(_ handle: (AppMessage) throws(DeviceError) -> Void) throws(DeviceError) {
    while socket >= 0 {
      let count = receive(socket)
      if count == 0 { closeSocket() }
      if count > 0 {
        readBuffer.withUnsafeBytes { reader.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        receivedCount += count
      }
      while let message = try nextMessage() { try handle(message) }
      if count < readBuffer.count { return }
    }
  }

  /// Takes what the app has recorded and not sent. Call it after `readMessages`, while the app waits at its time gate (for
  /// what background threads recorded) or when it has ended (for the last events).
  func takeRecorded(_ handle: (AppMessage) throws(DeviceError) -> Void) throws(DeviceError) {
    guard waitStatus != nil || events.mayBeTaken else { return }
    let rest = events.rest(after: receivedCount)
    guard !rest.isEmpty else { return }
    reader.append(rest)
    receivedCount += rest.count
    if waitStatus == nil { events.taken() }
    while let message = try nextMessage() { try handle(message) }
  }

  /// The events that the app has recorded and not sent, without taking them: what an app that hangs did last.
  ///
  /// The app may be writing at the same time; whatever cannot be read ends the list.
  func recordedEvents() -> [TraceEvent] {
    var copy = reader
    copy.append(events.rest(after: receivedCount))
    var found: [TraceEvent] = []
    do throws(WireError) {
      while let message = try copy.nextAppMessage() {
        if case .event(let event) = message { found.append(event) }
      }
    } catch {}
    return found
  }

  private func nextMessage() throws(DeviceError) -> AppMessage? {
    do throws(WireError) {
      let message = try reader.nextAppMessage()
      if let message, !hasReceivedHello, case .hello = message {
      } else if message != nil, !hasReceivedHello {
        throw WireError.invalidValue(field: "first message (hello is expected)")
      }
      return message
    } catch .versionMismatch(let theirs) {
      throw .appEnded(.versionMismatch(theirs: theirs))
    } catch {
      throw .appEnded(.brokenProtocol(error.description))
    }
  }

  // MARK: Time

  /// Waits up to 300 µs for a request at the time gate, without sleeping.
  ///
  /// OPTIMIZATION: an app with little to do asks again within microseconds, much sooner than a sleeping processor wakes up.
  /// Yields to other processes in each iteration.
  func lookForRequest() {
    guard gate >= 0, gateRequest == nil else { return }
    let begun = ContinuousClock.now
    var first: UInt8 = 0
    while recv(gate, &first, 1, Int32(MSG_DONTWAIT | MSG_PEEK)) < 0, errno == EAGAIN {
      if ContinuousClock.now - begun > .microseconds(300) { return }
      sched_yield()
    }
  }

  /// Reads a request from the time gate, if there is one.
  func readGate() throws(DeviceError) {
    guard gate >= 0, gateRequest == nil else { return }
    let count = recv(gate, &readBuffer, TimeGateRequest.length, Int32(MSG_DONTWAIT))
    if count == TimeGateRequest.length {
      let request = readBuffer.withUnsafeBytes { TimeGateRequest(bytes: $0) }
      gateRequest = request
      if hasReceivedHello, !request.isBusy { hasRested = true }
    } else if count > 0 {
      throw .appEnded(.brokenProtocol("half a request at the time gate"))
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      close(gate)
      gate = -1
    }
  }

  /// Answers the pending request: the app's clock may advance up to `limit`.
  func grant(_ limit: DeviceTime) { answerGate(.upTo(limit)) }

  /// Answers for a device whose clock follows the real one. The first answer tells the app so.
  func answerInRealTime(at now: DeviceTime) {
    guard gateRequest != nil else { return }
    if !knowsThatTimeIsReal {
      knowsThatTimeIsReal = true
      send(answer: .followsRealTime)
    }
    answerGate(.resumed(at: now))
  }

  func answerGate(_ answer: TimeGateAnswer) {
    guard gateRequest != nil else { return }
    gateRequest = nil
    hasUnreadInput = false
    send(answer: answer)
  }

  /// Lets a prepared process load its app.
  ///
  /// - Parameter wallClockAtStart: the wall clock at device time 0, seconds since 1970.
  func release(wallClockAtStart: Double) {
    var bytes = DeviceTime(seconds: wallClockAtStart).nanoseconds.littleEndian
    _ = Glibc.send(gate, &bytes, 8, Int32(MSG_NOSIGNAL))
  }

  /// What each thread of an app does that waits at its time gate; nil if there is no answer within two seconds.
  func describeStandstill() -> String? {
    guard gateRequest != nil else { return nil }
    send(answer: .describe)
    guard let announced = readFromGate(8) else { return nil }
    let length = announced.withUnsafeBytes { Int64(littleEndian: $0.loadUnaligned(as: Int64.self)) }
    guard (0...1 << 20).contains(length), let text = readFromGate(Int(length)) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  private func readFromGate(_ count: Int) -> [UInt8]? {
    let deadline = ContinuousClock.now + .seconds(2)
    var result: [UInt8] = []
    while result.count < count {
      var wait = pollfd(fd: gate, events: Int16(POLLIN), revents: 0)
      guard ContinuousClock.now < deadline, poll(&wait, 1, 100) >= 0 else { return nil }
      let wanted = min(count - result.count, readBuffer.count)
      let received = recv(gate, &readBuffer, wanted, Int32(MSG_DONTWAIT))
      if received > 0 {
        result += readBuffer[..<received]
      } else if received == 0 || (errno != EAGAIN && errno != EINTR) {
        return nil
      }
    }
    return result
  }

  private func send(answer: TimeGateAnswer) {
    var bytes = answer.encoded
    _ = Glibc.send(gate, &bytes, 8, Int32(MSG_NOSIGNAL))
  }

  // MARK: Standard error

  /// Forwards the app's standard error to the device's own.
  func readStandardError(forwardingTo target: Int32) {
    while standardError >= 0 {
      let count = read(standardError, &readBuffer, readBuffer.count)
      if count > 0 {
        readBuffer.withUnsafeBytes { bytes in
          let chunk = UnsafeRawBufferPointer(rebasing: bytes[..<count])
          tail.append(chunk)
          if target >= 0 { filter.pass(chunk).withUnsafeBytes { writeAll($0, to: target) } }
        }
        if count < readBuffer.count { return }
      } else if count < 0, errno == EINTR {
        continue
      } else {
        if count == 0 {
          if target >= 0 { filter.rest().withUnsafeBytes { writeAll($0, to: target) } }
          close(standardError)
          standardError = -1
        }
        return
      }
    }
  }

  // MARK: The end

  /// Whether the process has ended by itself, together with all of its children.
  func hasEnded() -> Bool {
    if waitStatus != nil { return true }
    var status: Int32 = 0
    guard waitpid(watcher, &status, WNOHANG) == watcher else { return false }
    processEnded(status)
    return true
  }

  /// Kills the process and everything that it started, and waits for its end.
  func kill() {
    guard waitStatus == nil else { return }
    close(lifeline)
    lifeline = -1
    var status: Int32 = 0
    while waitpid(watcher, &status, 0) < 0, errno == EINTR {}
    processEnded(status)
  }

  private func processEnded(_ status: Int32) {
    waitStatus = status
    if lifeline >= 0 { close(lifeline) }
    lifeline = -1
  }

  func suspend() { Glibc.kill(-processID, SIGSTOP) }

  func resume() { Glibc.kill(-processID, SIGCONT) }

  /// The last line on its standard error, without the prefix of our own messages.
  var lastErrorLine: String {
    let line = tail.lines.last { !$0.isEmpty } ?? "the app cannot run here, and did not say why"
    return line.hasPrefix("carob: ") ? String(line.dropFirst("carob: ".count)) : line
  }

  /// How the process ended by itself.
  ///
  /// - Parameter appFolder: the folder of the app's bundle.
  func end(appFolder: String) -> AppEnd {
    guard let waitStatus else { return .brokenProtocol("the app is still running") }
    let spins = CrashReport.isSpinning(standardError: tail.lines)
    if carob_wifexited(waitStatus) != 0, !spins { return .exited(code: carob_wexitstatus(waitStatus)) }
    let signal = carob_wifexited(waitStatus) != 0 ? SIGQUIT : carob_wtermsig(waitStatus)
    let report = CrashReport(signal: signal, standardError: tail.lines, appFolder: appFolder)
    guard spins else { return .crashed(report) }
    let place = report.file.map { file in " at \(file):\(report.line ?? 0)" } ?? ""
    return .hung(seconds: 20, activity: "a thread spins\(place) and never waits or reads the clock")
  }

  private func closeSocket() {
    close(socket)
    socket = -1
  }

  /// The number of bytes read; 0 at the end, negative if there is nothing to read.
  private func receive(_ descriptor: Int32) -> Int {
    while true {
      let count = recv(descriptor, &readBuffer, readBuffer.count, Int32(MSG_DONTWAIT))
      if count >= 0 { return count }
      if errno == EINTR { continue }
      return errno == EAGAIN ? -1 : 0
    }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer, to target: Int32) {
    var rest = bytes
    while let base = rest.baseAddress, rest.count > 0 {
      let count = write(target, base, rest.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}
