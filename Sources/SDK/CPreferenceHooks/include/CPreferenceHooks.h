#ifndef CAROB_PREFERENCE_HOOKS_H
#define CAROB_PREFERENCE_HOOKS_H

#include <stdbool.h>

// Makes changes of `UserDefaults` survive every end of the app, as on the platform, where another process stores them. The toolchain's
// Foundation keeps changes in memory until it is told to synchronize, and then overwrites the file in place.
//
// The SDK's library is linked before Foundation, so its functions with these names are found first. They call Foundation's.

/// Calls `changed` after the first change of each domain since the last `carob_preferences_save`, on the thread that made it.
void carob_preferences_watch(void (*changed)(void));

/// Writes every domain that has changed since the last call, each atomically. Cheap if there is none. Can be called on any thread.
void carob_preferences_save(void);

#endif
