internal import CPreferenceHooks
import Foundation
import Glibc

/// Saves `UserDefaults` so that no values are lost when the app ends: at the end of the turn in which they
/// were set, and at exit. On the platform another process holds the values as soon as they are set.
package enum PreferenceKeeper {
  /// Starts watching. A value set on a background thread triggers a turn of the main loop, so that it is
  /// saved soon.
  package static func start() {
    carob_preferences_watch {
      if !MainQueue.isMainThread { RunLoop.main.perform {} }
    }
    atexit { carob_preferences_save() }
  }

  /// Saves the values. Called at the end of each main loop turn, and before the device may end the app.
  package static func save() { carob_preferences_save() }
}
