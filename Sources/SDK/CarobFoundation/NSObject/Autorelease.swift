import Glibc

/// Keeps objects that were returned unretained alive until the end of the thread's current run loop turn.
///
/// Replaces the platform's autorelease pool around each turn. A nested run releases only objects added inside
/// it.
enum EndOfTurn {
  private final class Pool { var objects: [AnyObject] = [] }

  static func keep(_ object: AnyObject) {
    let pool: Pool
    if let raw = pthread_getspecific(key) {
      pool = Unmanaged<Pool>.fromOpaque(raw).takeUnretainedValue()
    } else {
      pool = Pool()
      pthread_setspecific(key, Unmanaged.passRetained(pool).toOpaque())
    }
    pool.objects.append(object)
  }

  /// A mark for `drain(to:)`.
  static func mark() -> Int {
    guard let raw = pthread_getspecific(key) else { return 0 }
    return Unmanaged<Pool>.fromOpaque(raw).takeUnretainedValue().objects.count
  }

  static func drain(to mark: Int) {
    guard let raw = pthread_getspecific(key) else { return }
    let pool = Unmanaged<Pool>.fromOpaque(raw).takeUnretainedValue()
    guard pool.objects.count > mark else { return }
    // NB: removed first, because a deinit may add more.
    let ended = Array(pool.objects[mark...])
    pool.objects.removeSubrange(mark...)
    _ = ended
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { raw in if let raw { Unmanaged<Pool>.fromOpaque(raw).release() } }
    return key
  }()
}

/// Keeps an object alive until the end of the thread's current run loop turn.
package func keepUntilEndOfTurn(_ object: AnyObject) { EndOfTurn.keep(object) }

/// Runs `body` and releases the objects that were returned unretained in it.
@discardableResult
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  let mark = EndOfTurn.mark()
  defer { EndOfTurn.drain(to: mark) }
  return try body()
}
