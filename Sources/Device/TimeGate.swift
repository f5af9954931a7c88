/// What an app's time layer says when nothing can happen now, and what it is answered: see Documentation/DeviceProtocol.md.
struct TimeGateRequest: Equatable {
  static let length = 24

  /// The app's clock.
  var now: DeviceTime
  /// The earliest deadline in the app; `.never` when there is none.
  var next: DeviceTime
  /// The main thread is in the midst of something (the launch, an input, a timer): the app is not idle, whatever it waits for.
  var isBusy: Bool
  /// It waits for descriptors there, which somebody outside the app may serve.
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
  /// The clock may go up to here.
  case upTo(DeviceTime)
  /// The app was suspended, and it is this late now: what has become due comes after the input that waits.
  case resumed(at: DeviceTime)
  /// From now on the device's clock goes with the real one; the answer itself follows.
  case livesNow
  /// Says first what every thread does and where it stands (`StandstillReport`); the answer itself follows.
  case describe

  var encoded: Int64 {
    switch self {
    case .upTo(let limit): limit.nanoseconds.littleEndian
    case .resumed(let now): (-now.nanoseconds).littleEndian
    case .livesNow: Int64.min.littleEndian
    case .describe: (Int64.min + 1).littleEndian
    }
  }
}
