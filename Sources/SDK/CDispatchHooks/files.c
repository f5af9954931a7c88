// Sources for events of a file or a folder (F-192), which libdispatch does not have on Linux. Such a source reads from inotify. What it
// reads is translated to the platform's events, and the app's handler runs for those in its mask.

#include "internal.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

/// The events of the platform (DispatchSource.FileSystemEvent).
enum { DELETED = 1, WRITTEN = 2, EXTENDED = 4, ATTRIBUTES = 8, LINKED = 16, RENAMED = 32, REVOKED = 64 };

struct dh_file {
  void *source;
  int descriptor, notifier;
  /// The watches of the file itself and, for a folder, of its parent.
  int own, outer;
  bool is_folder, is_deleted;
  uintptr_t mask;
  /// The events for which the handler runs.
  uintptr_t events;
  off_t size;
  nlink_t links;
  struct dh_file *next;
};

static dh_file *files;
static _Thread_local enum { NONE, WANTED, MADE } request;
static _Thread_local uintptr_t requested_mask;

DH_INTERPOSE void carob_dispatch_watch_file_next(uintptr_t mask) {
  request = WANTED;
  requested_mask = mask;
}

DH_INTERPOSE int carob_dispatch_made_file_source(void) {
  int made = request == WANTED ? -1 : request == MADE ? 1 : 0;
  request = NONE;
  return made;
}

dh_file *dh_file_of(void *source) {
  if (__atomic_load_n(&files, __ATOMIC_ACQUIRE) == NULL) return NULL;
  pthread_mutex_lock(&dh_lock);
  dh_file *file = files;
  while (file != NULL && file->source != source) file = file->next;
  pthread_mutex_unlock(&dh_lock);
  return file;
}

uintptr_t dh_file_events(const dh_file *file) { return file->events; }
uintptr_t dh_file_mask(const dh_file *file) { return file->mask; }
int dh_file_descriptor(const dh_file *file) { return file->descriptor; }

/// Takes the mask that was set last on this thread; returns the descriptor to read from instead of the file's, or -1.
int dh_file_begin(uintptr_t handle, dh_file **made) {
  *made = NULL;
  if (request != WANTED) return -1;
  request = NONE;
  dh_file *file = calloc(1, sizeof *file);
  int notifier = file == NULL ? -1 : inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  struct stat state;
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", (int)handle);
  uint32_t wanted = IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF | IN_CREATE | IN_DELETE | IN_MOVE | IN_UNMOUNT;
  int own = notifier < 0 || fstat((int)handle, &state) != 0 ? -1 : inotify_add_watch(notifier, name, wanted);
  if (own < 0) {
    if (notifier >= 0) close(notifier);
    free(file);
    return -1;
  }
  *file = (dh_file){
    .descriptor = (int)handle, .notifier = notifier, .own = own, .outer = -1, .mask = requested_mask,
    .is_folder = S_ISDIR(state.st_mode), .size = state.st_size, .links = state.st_nlink};
  if (file->is_folder) {
    // NB: inotify does not report the removal of a folder that is open.
    char path[PATH_MAX];
    ssize_t length = readlink(name, path, sizeof path - 1);
    while (length > 1 && path[length - 1] != '/') length--;
    if (length > 0) {
      path[length] = 0;
      file->outer = inotify_add_watch(notifier, path, IN_DELETE | IN_ONLYDIR);
    }
  }
  request = MADE;
  *made = file;
  return notifier;
}

void dh_file_made(dh_file *file, void *source) {
  file->source = source;
  pthread_mutex_lock(&dh_lock);
  file->next = files;
  __atomic_store_n(&files, file, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&dh_lock);
}

void dh_file_forget(void *context) {
  dh_file *file = context;
  pthread_mutex_lock(&dh_lock);
  for (dh_file **link = &files; *link != NULL; link = &(*link)->next) {
    if (*link != file) continue;
    __atomic_store_n(link, file->next, __ATOMIC_RELEASE);
    break;
  }
  pthread_mutex_unlock(&dh_lock);
  close(file->notifier);
  free(file);
}

static uintptr_t compare(dh_file *file, uint32_t kinds) {
  struct stat state;
  if (fstat(file->descriptor, &state) != 0) return 0;
  uintptr_t events = 0;
  if (state.st_size > file->size && (kinds & IN_MODIFY) != 0) events |= EXTENDED;
  bool has_gone = state.st_nlink == 0;
  if (has_gone && !file->is_deleted) events |= DELETED;
  if (state.st_nlink != file->links && (!has_gone || !file->is_deleted)) events |= LINKED;
  bool is_about_links = events & (DELETED | LINKED);
  if ((kinds & IN_ATTRIB) != 0 && !is_about_links) events |= ATTRIBUTES;
  file->is_deleted = has_gone;
  file->size = state.st_size;
  file->links = state.st_nlink;
  return events;
}

bool dh_file_collect(dh_file *file) {
  _Alignas(struct inotify_event) char buffer[4096];
  uintptr_t events = 0;
  uint32_t kinds = 0;
  ssize_t length;
  while ((length = read(file->notifier, buffer, sizeof buffer)) > 0) {
    const struct inotify_event *event;
    for (char *next = buffer; next < buffer + length; next += sizeof *event + event->len) {
      event = (const struct inotify_event *)next;
      // Events of the folder itself, and files added to it or removed from it; not changes inside its files.
      bool is_entry = event->len > 0 && event->wd == file->own;
      if (is_entry && (event->mask & (IN_CREATE | IN_DELETE | IN_MOVE)) != 0) events |= WRITTEN;
      if (is_entry) continue;
      if (event->wd == file->own) kinds |= event->mask;
    }
  }
  if ((kinds & IN_MODIFY) != 0) events |= WRITTEN;
  if ((kinds & IN_MOVE_SELF) != 0) events |= RENAMED;
  if ((kinds & IN_UNMOUNT) != 0) events |= REVOKED;
  events |= compare(file, kinds);
  file->events = events & file->mask;
  return file->events != 0;
}
