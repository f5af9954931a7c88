import CarobFoundation

/// A state of the stores that a context keeps reading, whatever is saved meanwhile.
open class NSQueryGenerationToken: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked because it is immutable; its pins are used under the coordinator's lock.
  /// The state at the time of the context's next read.
  open class var current: NSQueryGenerationToken { currentGeneration }

  /// By store identifier, the connection whose transaction keeps the state.
  let pins: [String: GenerationPin]

  init(pins: [String: GenerationPin]) {
    self.pins = pins
    super.init()
  }

  open override func copy() -> Any { self }
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

private let currentGeneration = NSQueryGenerationToken(pins: [:])

/// Keeps a store's state readable until it is released.
class GenerationPin: @unchecked Sendable {
  // @unchecked because subclasses are used under the coordinator's lock.
  init() {}
}
