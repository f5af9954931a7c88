internal import CDispatchHooks
import Glibc

/// The SDK's eyes on Dispatch, which itself stays stock: causes that follow what is deferred, and words for misuse.
///
/// Decisions/0024-dispatch-is-watched-at-its-boundary.md.
package enum DispatchWatch {
  /// Begins to watch for misuse. Call on the main thread, before the app's code runs.
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

  /// Whether what is handed to Dispatch, or to a new thread, takes its cause along.
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

  /// Whether what the library of this path hands to Dispatch is an event of the app's, and not of the system's or the SDK's.
  package static func isApp(library path: String) -> Bool { carob_is_app_image(path) != 0 }

  // MARK: - Quality of service (F-193)

  /// The class of the queue whose work the thread runs; 0 if it has none.
  package static var currentQuality: UInt32 { carob_dispatch_current_quality() }

  /// Has `note` called on a queue's thread before it runs the app's work in another class than before.
  package static func noteQualities(_ note: @escaping @convention(c) (UInt32) -> Void) {
    carob_dispatch_note_qualities(note)
  }

  // MARK: - Files (F-192)

  /// The next source for reading that this thread makes reports the file's events.
  package static func watchFileNext(_ mask: UInt) { carob_dispatch_watch_file_next(mask) }

  /// Whether it does; nil if Dispatch is not watched in this process.
  package static func madeFileSource() -> Bool? {
    let made = carob_dispatch_made_file_source()
    return made < 0 ? nil : made > 0
  }

  // MARK: - Inside

  /// `carob_vt_cause_hooks`: new threads are the virtual-time layer's; without it they begin without a cause.
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

  /// As the Swift runtime says it, so that whoever reads crashes finds reason and place.
  private static func explainCrash(_ text: String, _ address: UInt) {
    let place = address == 0 ? nil : SourcePlace.pathAndLine(of: address)
    let line = "\(place.map { "\($0.path):\($0.line): " } ?? "")Fatal error: \(text)\n"
    _ = line.withCString { write(2, $0, strlen($0)) }
  }
}
