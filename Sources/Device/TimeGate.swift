/// The request of an app's time layer when nothing more can happen at the current time; see Documentation/DeviceProtocol.md.
struct TimeGateRequest: Equatable {
  static let length = 24

  /// The app's clock.
  var now: DeviceTime
  /// The earliest deadline in the app; `.never` if there is none.
  var next: DeviceTime
  /// The main thread is in a handler (the launch, an input, a timer): the app is not idle, whatever it waits for.
  var isBusy: Bool
  /// It waits for descriptors in that handler, which another process may serve.
  var waitsForDescriptors: Bool

  init(bytes: UnsafeRawBufferPointer) {
    func value(at offset: Int) -> DeviceTime {
      let raw = Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self))
      return DeviceTime(nanoseconds: raw >= 0 ? raw : .max)
    }
    now = value(at: 0)
    next = value(at: 8)
    let state = Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: 16, as: Int64.self))
    isBusy = state & 1 != 0
    waitsForDescriptors = state & 2 != 0
  }
}

/// The device's answer at the time gate.
enum TimeGateAnswer: Equatable {
  /// The clock may advance up to this time.
  case upTo(DeviceTime)
  /// The current time, after the app was suspended: overdue deadlines fire after the input that waits.
  case resumed(at: DeviceTime)
  /// From now on the device's clock follows the real one; the answer itself follows.
  case followsRealTime
  /// Asks for a description of all threads (`StandstillReport`); the answer itself follows.
  case describe

  var encoded: Int64 {
    switch self {
    case .upTo(let limit): limit.nanoseconds.littleEndian
    case .resumed(let now): (-now.nanoseconds).littleEndian
    case .followsRealTime: Int64.min.littleEndian
    case .describe: (Int64.min + 1).littleEndian
    }
  }
}
