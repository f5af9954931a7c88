/// How much real time the device's calls may take together.
struct RealTimeLimit: Sendable {
  var seconds: Double
  var deadline: ContinuousClock.Instant

  /// A limit that starts now.
  init(seconds: Double) {
    self.seconds = seconds
    deadline = ContinuousClock.now + .seconds(seconds)
  }
}
