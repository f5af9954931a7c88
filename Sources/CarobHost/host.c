// The program of every app: loads lib<Name>App.so from its own folder and calls its entry point.
//
// The SDK is linked directly, never reached through the app's library alone: the time layer has to come before
// libc, and test bundles that are loaded beside the app must find one copy of the SDK (Decisions/0030).

#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// "The environment failed" among carob's exit statuses.
enum { environment_failed = 6 };

typedef int (*entry_point)(int, char **);
typedef void (*registrar)(void);
typedef void (*waiter)(void);

// Set for a process that was started before its app is launched. Then the time layer has this function.
static const char prepared[] = "CAROB_PREPARED";
static const char waiting_function[] = "carob_vt_wait_for_launch";

// Every translated module has a function of this name, which announces its extensions of the SDK's classes.
static const char registrar_name[] = "carob_register_extensions";

// Calls the registrars of all modules in the app's folder, those that others depend on first.
static void register_extensions(void *app, const char *folder, size_t folder_length) {
  struct link_map *module = NULL;
  if (dlinfo(app, RTLD_DI_LINKMAP, &module) != 0) return;
  while (module->l_next != NULL) module = module->l_next;
  for (; module != NULL; module = module->l_prev) {
    if (strncmp(module->l_name, folder, folder_length) != 0 || module->l_name[folder_length] != '/') continue;
    void *handle = dlopen(module->l_name, RTLD_NOW | RTLD_NOLOAD);
    if (handle == NULL) continue;
    registrar announce = (registrar)dlsym(handle, registrar_name);
    // The search goes on into what a module depends on: take only the module's own function.
    Dl_info owner;
    if (announce != NULL && dladdr((void *)announce, &owner) != 0 &&
        strcmp(owner.dli_fname, module->l_name) == 0) {
      announce();
    }
    dlclose(handle);
  }
}

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
  if (getenv(prepared) != NULL) {
    unsetenv(prepared);
    waiter wait_for_launch = (waiter)dlsym(RTLD_DEFAULT, waiting_function);
    if (wait_for_launch == NULL) {
      fprintf(stderr, "carob: the time layer is missing or was built by another version of Carob: build the app again\n");
      return environment_failed;
    }
    wait_for_launch();
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
  register_extensions(handle, own, (size_t)(slash - own));
  return start(argc, argv);
}
