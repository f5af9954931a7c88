internal import CPreferenceHooks
import Foundation
import Glibc

/// Keeps what `UserDefaults` stores, whatever ends the app: it is written at the end of the turn in which it was stored, and
/// when the app exits. On the platform another process keeps it from the moment on at which it is stored.
package enum PreferenceKeeper {
  /// Begins. What a thread in the background stores makes the main loop turn, so that it is written soon.
  package static func start() {
    carob_preferences_watch {
      if !MainQueue.isMainThread { RunLoop.main.perform {} }
    }
    atexit { carob_preferences_save() }
  }

  /// Called at the end of each turn of the main loop, and before the device may end the app.
  package static func save() { carob_preferences_save() }
}
