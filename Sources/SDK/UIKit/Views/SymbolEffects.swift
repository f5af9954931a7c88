import CarobFoundation

/// An animated effect of a symbol image.
public protocol SymbolEffect: Sendable {}
/// An effect that replaces one symbol image with another.
public protocol ContentTransitionSymbolEffect: Sendable {}

/// The transition that the system chooses.
public struct AutomaticSymbolEffect: SymbolEffect, ContentTransitionSymbolEffect, Hashable {}

/// One image disappears and the other replaces it.
public struct ReplaceSymbolEffect: SymbolEffect, ContentTransitionSymbolEffect, Hashable {
  public var downUp: ReplaceSymbolEffect { self }
  public var upUp: ReplaceSymbolEffect { self }
  public var offUp: ReplaceSymbolEffect { self }
  public var byLayer: ReplaceSymbolEffect { self }
  public var wholeSymbol: ReplaceSymbolEffect { self }
}

extension ContentTransitionSymbolEffect where Self == AutomaticSymbolEffect {
  public static var automatic: AutomaticSymbolEffect { AutomaticSymbolEffect() }
}
extension ContentTransitionSymbolEffect where Self == ReplaceSymbolEffect {
  public static var replace: ReplaceSymbolEffect { ReplaceSymbolEffect() }
}

/// The repetition and speed of an effect.
public struct SymbolEffectOptions: Hashable, Sendable {
  private var speedFactor = 1.0
  private var count: Int?
  private var repeats: Bool?

  private init(repeats: Bool? = nil) { self.repeats = repeats }

  public static let `default` = SymbolEffectOptions()
  public static let repeating = SymbolEffectOptions(repeats: true)
  public static let nonRepeating = SymbolEffectOptions(repeats: false)
  public static func speed(_ speed: Double) -> SymbolEffectOptions { SymbolEffectOptions().speed(speed) }
  public static func `repeat`(_ count: Int?) -> SymbolEffectOptions { SymbolEffectOptions().repeat(count) }
  public func speed(_ speed: Double) -> SymbolEffectOptions {
    var options = self
    options.speedFactor = speed
    return options
  }
  public func `repeat`(_ count: Int?) -> SymbolEffectOptions {
    var options = self
    options.count = count
    return options
  }
}

/// The context that an effect's completion receives.
public struct UISymbolEffectCompletionContext {
  public let sender: Any?
  public let contentTransition: (any ContentTransitionSymbolEffect & SymbolEffect)?
  public let isFinished: Bool
}
public typealias UISymbolEffectCompletion = @MainActor (UISymbolEffectCompletionContext) -> Void

/// E-838: shows the new image immediately; the completion is called in a later turn.
@MainActor
private func show(
  _ effect: some ContentTransitionSymbolEffect & SymbolEffect, in sender: NSObject,
  _ completion: UISymbolEffectCompletion?
) {
  unimplemented("setSymbolImage(_:contentTransition:) (the image changes without a transition)")
  guard let completion else { return }
  DispatchQueue.main.async {
    completion(UISymbolEffectCompletionContext(sender: sender, contentTransition: effect, isFinished: true))
  }
}

extension UIImageView {
  public func setSymbolImage(
    _ symbolImage: UIImage, contentTransition: some ContentTransitionSymbolEffect & SymbolEffect,
    options: SymbolEffectOptions = .default, completion: UISymbolEffectCompletion? = nil
  ) {
    image = symbolImage
    show(contentTransition, in: self, completion)
  }
}

extension UIBarButtonItem {
  public func setSymbolImage(
    _ symbolImage: UIImage, contentTransition: some ContentTransitionSymbolEffect & SymbolEffect,
    options: SymbolEffectOptions = .default
  ) {
    image = symbolImage
    show(contentTransition, in: self, nil)
  }
}
