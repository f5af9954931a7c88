/// Runs the body as code of the main actor, without checking the thread.
///
/// For translated overrides of `NSObject`'s nonisolated members in main-actor classes. On the platform their
/// bodies are isolated to the main actor although any thread may call them, because Objective-C does not
/// check isolation.
@inlinable
public func _onMainActor<Result>(_ body: @MainActor () throws -> Result) rethrows -> Result {
  try withoutActuallyEscaping(body) { body in
    try unsafeBitCast(body, to: (() throws -> Result).self)()
  }
}
