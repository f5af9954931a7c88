#ifndef CAROB_PREFERENCE_HOOKS_H
#define CAROB_PREFERENCE_HOOKS_H

#include <stdbool.h>

// What `UserDefaults` stores survives whatever ends the app, as on the platform, where another process keeps it. The toolchain's
// Foundation keeps changes in memory until it is told to synchronize, and then writes over the file in place.
//
// The SDK's library comes before Foundation, so its functions of these names are found first, and pass on to Foundation's.

/// Has `changed` called after each change, on the thread that made it, once until the next `carob_preferences_save`.
void carob_preferences_watch(void (*changed)(void));

/// Writes every domain that has changed since the last call, each in one step. Cheap when there is none. Any thread.
void carob_preferences_save(void);

#endif
