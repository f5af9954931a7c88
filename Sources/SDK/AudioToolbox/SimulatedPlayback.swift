import CarobFoundation
import CarobRuntime

/// The timing of simulated playback. The device cannot decode media, so the timing is the same in every
/// run.
package enum SimulatedPlayback {
  /// The time in seconds until an item is ready after a player received it.
  package static var delay: Double { DeviceSwitches.mediaDelay }
  /// The assumed duration in seconds of media whose length is unknown: everything but WAVE, MPEG-4 and
  /// QuickTime files.
  package static let duration = 10.0

  /// The length of a WAVE, MPEG-4 or QuickTime file in seconds; nil for other data.
  package static func duration(of data: Data) -> Double? {
    durationOfWave(data) ?? MovieHeader(data)?.duration
  }

  // E-1032
  /// Records in the trace that an app changed what only a device with sound would show.
  package static func noteSound(_ name: StaticString, _ value: Float, _ player: AnyObject) {
    Journal.note(
      .lifecycle, "\(name)", outcome: "dropped", why: "the device is silent (E-1032)", receiver: player,
      detail: [("value", "\(value)")])
  }

  private static func durationOfWave(_ data: Data) -> Double? {
    func text(_ offset: Int) -> String {
      String(decoding: data.dropFirst(offset).prefix(4), as: UTF8.self)
    }
    func number(_ offset: Int) -> Int {
      data.dropFirst(offset).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard data.count >= 12, text(0) == "RIFF", text(8) == "WAVE" else { return nil }
    var offset = 12
    var bytesPerSecond = 0
    while offset + 8 <= data.count {
      let size = number(offset + 4)
      switch text(offset) {
      case "fmt ": bytesPerSecond = number(offset + 16)
      case "data": return bytesPerSecond > 0 ? Double(size) / Double(bytesPerSecond) : nil
      default: break
      }
      // Chunks begin at even offsets.
      offset += 8 + size + size % 2
    }
    return nil
  }

  /// Calls `body` on the main thread after a delay, in the common run loop modes.
  @MainActor
  package static func after(_ seconds: Double, _ body: @escaping @MainActor () -> Void) -> Timer {
    // The timer fires on the main thread, where the block was created.
    let timer = Timer(timeInterval: seconds, repeats: false) { _ in MainActor.assumeIsolated { body() } }
    RunLoop.main.add(timer, forMode: .common)
    return timer
  }
}
