import CarobFoundation
import DeviceProtocol
import Glibc

/// The app's end of the socket to the device. In a process without a device (a unit test, a library user) it
/// sends nothing.
@MainActor
final class DeviceConnection {
  static let shared = DeviceConnection()
  private var descriptor: Int32 = -1
  private var reader = FrameReader()
  private(set) var welcome: Welcome?

  /// Sends the hello message and waits for the device's welcome.
  func open() -> Welcome {
    if let welcome { return welcome }
    StandardOutput.capture()
    DispatchWatch.start()
    Quality.start()
    checkVirtualTime()
    guard let text = getenv("CAROB_DEVICE_FD"), let number = Int32(String(cString: text)) else {
      let alone = Welcome(device: .standIn, recordsEvents: false)
      welcome = alone
      return alone
    }
    descriptor = number
    guard EventBuffer.shared.open(descriptor) else {
      fail(
        "the device shared no memory for events (CAROB_EVENTS_FD); was the app built by another version of Carob?"
      )
    }
    CrashFrames.report()
    VirtualTime.setBusy(true)
    let identifier = Bundle.main.bundleIdentifier ?? ""
    send(.hello(Hello(version: deviceProtocolVersion, processID: getpid(), bundleIdentifier: identifier)))
    flush()
    while true {
      readSome()
      do {
        guard let message = try reader.nextDeviceMessage() else { continue }
        guard case .welcome(let welcome) = message else {
          fail("the device's first message is not a welcome")
        }
        guard welcome.version == deviceProtocolVersion else {
          fail(
            "the device uses protocol version \(welcome.version), this SDK uses version \(deviceProtocolVersion)"
          )
        }
        self.welcome = welcome
        DeviceMotion.change(welcome.motion)
        // NB: called on any thread; the message is sent with the main thread's next flush.
        DeviceServices.connect(permissions: welcome.permissions, regions: welcome.regions) {
          EventBuffer.shared.append($0.encoded())
        }
        startClock()
        if welcome.recordsEvents {
          Journal.start(
            EventBuffer.shared, internalEvents: welcome.recordsInternalEvents,
            timings: getenv("CAROB_TIMINGS") != nil)
        }
        return welcome
      } catch {
        fail("the device's first message cannot be read: \(error)")
      }
    }
  }

  /// Sets the clock's origin to the device's time zero, as a time of the monotonic clock.
  private func startClock() {
    if let text = getenv("CAROB_CLOCK_ORIGIN"), let origin = UInt64(String(cString: text)) {
      Clock.origin = origin
    }
    typealias Now = @convention(c) () -> Int64
    if let symbol = dlsym(nil, "carob_vt_now"), let active = dlsym(nil, "carob_vt_active") {
      let isActive = unsafeBitCast(active, to: (@convention(c) () -> Int32).self)() != 0
      if isActive {
        let now = unsafeBitCast(symbol, to: Now.self)()
        Clock.origin = Clock.nanoseconds &- UInt64(bitPattern: now)
      }
    }
  }

  /// Exits if virtual time does not work in this process. Runs before the hello, so that the device knows
  /// that no app code has run.
  private func checkVirtualTime() {
    guard let problem = VirtualTime.problem else { return }
    let text =
      "carob: virtual time does not hold in this app: \(problem). Build Carob again (./carob does so automatically); "
      + "if that does not help, run the app in real time (carob run)\n"
    FileHandle.standardError.write(Data(text.utf8))
    exit(VirtualTime.exitStatus)
  }

  private func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("carob: \(text)\n".utf8))
    exit(70)
  }

  /// Handles the device's messages from now on, as an input source of the main run loop.
  func listen() {
    guard descriptor >= 0 else { return }
    messages = RunLoop.main.addDescriptor(descriptor, modes: [.common]) {
      MainActor.assumeIsolated { DeviceConnection.shared.readable() }
    }
    // Handle messages that arrived together with the welcome.
    handlePending()
  }

  private var messages: RunLoopDescriptor?

  /// E-50: a suspended app is notified of its return before timers that became due in the meantime fire.
  func expectReturn(_ isExpected: Bool) { messages?.isUrgent.store(isExpected, ordering: .relaxed) }

  private func readable() {
    readSome()
    handlePending()
  }

  private func handlePending() {
    do {
      while let message = try reader.nextDeviceMessage() { DeviceInput.handle(message) }
    } catch {
      fail("a message from the device cannot be read: \(error)")
    }
  }

  private func readSome() {
    withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 16) { buffer in
      while true {
        let count = Glibc.recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 {
          reader.append(UnsafeRawBufferPointer(rebasing: buffer[0..<count]))
          return
        }
        if count < 0, errno == EINTR { continue }
        if count == 0 { exit(0) }
        EventBuffer.connectionIsLost()
      }
    }
  }

  func send(_ message: AppMessage) { EventBuffer.shared.append(message.encoded()) }
  func flush() { EventBuffer.shared.flush() }
}

extension DeviceModel {
  /// The device model in a process that has no device.
  static let standIn = DeviceModel(
    name: "iPhone 15", width: 393, height: 852, scale: 3, idiom: "phone", safeAreaTop: 59, safeAreaBottom: 34,
    cornerRadius: 55)
}
