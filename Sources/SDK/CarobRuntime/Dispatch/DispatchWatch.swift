internal import CDispatchHooks
import Glibc

/// Watches calls of Dispatch, which itself is unmodified: carries causes along with deferred work, and
/// reports misuse.
///
/// Decisions/0024-dispatch-is-watched-at-its-boundary.md.
package enum DispatchWatch {
  /// Starts to report misuse. Call it on the main thread, before the app's code runs.
  package static func start() {
    var reporter = carob_dispatch_reporter(
      warn: { rule, text, place in
        guard let rule, let text else { return }
        DispatchWatch.warn(String(cString: rule), String(cString: text), UInt(bitPattern: place))
      },
      crash: { text, place in
        guard let text else { return }
        DispatchWatch.explainCrash(String(cString: text), UInt(bitPattern: place))
      },
      is_strict: Diagnostics.isStrict ? 1 : 0)
    carob_dispatch_watch(&reporter)
  }

  /// Whether work that is submitted to Dispatch, or to a new thread, runs with its submitter's cause.
  static func carryCauses(_ carries: Bool) {
    guard carries else {
      carob_dispatch_set_cause_hooks(nil)
      threads?(nil)
      return
    }
    var hooks = carob_dispatch_cause_hooks(
      capture: { Journal.cause },
      enter: { cause, place in
        let outer = Journal.cause
        if place == nil {
          Journal.setCause(cause)
        } else {
          Journal.setCause(
            Journal.dispatched(cause: cause, site: SourcePlace.text(of: UInt(bitPattern: place))))
        }
        return outer
      },
      leave: { Journal.setCause($0) })
    carob_dispatch_set_cause_hooks(&hooks)
    var threadHooks = ThreadHooks(capture: { Journal.cause }, enter: { Journal.setCause($0) })
    withUnsafePointer(to: &threadHooks) { threads?($0) }
  }

  /// Whether the library with this path belongs to the app, and not to the system or the SDK: then work that
  /// it submits to Dispatch is recorded.
  package static func isApp(library path: String) -> Bool { carob_is_app_image(path) != 0 }

  // MARK: - Quality of service (F-193)

  /// The QoS class of the queue whose work the thread runs; 0 if it has none.
  package static var currentQuality: UInt32 { carob_dispatch_current_quality() }

  /// Calls `note` on a queue's thread before the thread runs the app's work in another QoS class than last.
  package static func noteQualities(_ note: @escaping @convention(c) (UInt32) -> Void) {
    carob_dispatch_note_qualities(note)
  }

  // MARK: - Files (F-192)

  /// Makes the next read source that this thread creates report the events of the file.
  package static func watchFileNext(_ mask: UInt) { carob_dispatch_watch_file_next(mask) }

  /// Whether that succeeded; nil if Dispatch is not watched in this process.
  package static func madeFileSource() -> Bool? {
    let made = carob_dispatch_made_file_source()
    return made < 0 ? nil : made > 0
  }

  // MARK: - Inside

  /// `carob_vt_cause_hooks`: the virtual-time layer creates threads; without it a new thread has no cause.
  private struct ThreadHooks {
    let capture: @convention(c) () -> UInt64
    let enter: @convention(c) (UInt64) -> Void
  }
  private static let threads: (@convention(c) (UnsafeRawPointer?) -> Void)? = {
    guard let symbol = dlsym(nil, "carob_vt_set_cause_hooks") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) (UnsafeRawPointer?) -> Void).self)
  }()

  private static let said = Guarded<Set<String>>([])

  private static func warn(_ rule: String, _ text: String, _ address: UInt) {
    let site = address == 0 ? nil : SourcePlace.text(of: address)
    let parts = text.split(separator: "<place>", omittingEmptySubsequences: false)
    let line = parts.joined(separator: site ?? "an unknown place")
    // Once for each place.
    guard said.withLock({ $0.insert("\(rule) \(site ?? line)").inserted }) else { return }
    Journal.warn(line, rule: rule, site: site)
  }

  /// In the Swift runtime's format, so that readers of crashes find reason and place.
  private static func explainCrash(_ text: String, _ address: UInt) {
    let place = address == 0 ? nil : SourcePlace.pathAndLine(of: address)
    let line = "\(place.map { "\($0.path):\($0.line): " } ?? "")Fatal error: \(text)\n"
    _ = line.withCString { write(2, $0, strlen($0)) }
  }
}
