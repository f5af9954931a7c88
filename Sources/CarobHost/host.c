// The program of every app: loads lib<Name>App.so from its own folder and calls its entry point.
//
// The SDK is linked directly, never reached through the app's library alone: the time layer has to come before
// libc, and test bundles that are loaded beside the app must find one copy of the SDK (Decisions/0020).

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// "The environment failed" among carob's exit statuses.
enum { environment_failed = 6 };

typedef int (*entry_point)(int, char **);

int main(int argc, char **argv) {
  char own[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  if (length <= 0) {
    fprintf(stderr, "carob: /proc/self/exe cannot be read; is /proc mounted?\n");
    return environment_failed;
  }
  own[length] = '\0';
  char *slash = strrchr(own, '/');
  if (slash == NULL) return environment_failed;

  char library[PATH_MAX];
  int written = snprintf(library, sizeof library, "%.*s/lib%sApp.so", (int)(slash - own), own, slash + 1);
  if (written < 0 || (size_t)written >= sizeof library) {
    fprintf(stderr, "carob: the path of the app is too long: %s\n", own);
    return environment_failed;
  }
  // RTLD_GLOBAL: test bundles and frameworks resolve the app's symbols, and registrars are found by name.
  void *handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
  if (handle == NULL) {
    fprintf(stderr, "carob: the app cannot be loaded: %s\n", dlerror());
    return environment_failed;
  }
  entry_point start = (entry_point)dlsym(handle, "carob_app_main");
  if (start == NULL) {
    fprintf(stderr,
            "carob: %s has no entry point; the app needs @main or @UIApplicationMain on its delegate, "
            "or a main.swift\n",
            library);
    return environment_failed;
  }
  return start(argc, argv);
}
