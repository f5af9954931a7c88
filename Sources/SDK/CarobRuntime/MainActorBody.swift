/// Runs the body as code of the main actor, without a check.
///
/// Translated overrides of `NSObject`'s nonisolated members in main-actor classes use it; on the platform their bodies
/// belong to the main actor although anyone may call them (Objective-C knows no isolation).
@inlinable
public func _onMainActor<Result>(_ body: @MainActor () throws -> Result) rethrows -> Result {
  try withoutActuallyEscaping(body) { body in
    try unsafeBitCast(body, to: (() throws -> Result).self)()
  }
}
