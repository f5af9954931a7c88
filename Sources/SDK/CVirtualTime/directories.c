// Lists folders in the order of names. The system's order is that of the file system's hash table, which differs between machines
// and containers, and programs show it, for example in a list of pictures.

#include "internal.h"

#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>

/// A folder that is being read: everything in it, sorted, and the place of the next.
typedef struct vt_listing {
  DIR *folder;
  struct dirent **entries;
  size_t count, next;
  /// The error at which reading stopped; 0 at the end of the folder.
  int error;
  struct vt_listing *following;
} vt_listing;

static vt_listing *first_listing;

/// The link to the listing of `folder`, or to NULL.
static vt_listing **link_to(DIR *folder) {
  vt_listing **link = &first_listing;
  while (*link != NULL && (*link)->folder != folder) link = &(*link)->following;
  return link;
}

static int by_name(const void *left, const void *right) {
  return strcmp((*(struct dirent *const *)left)->d_name, (*(struct dirent *const *)right)->d_name);
}

static void drop(vt_listing **link) {
  vt_listing *listing = *link;
  if (listing == NULL) return;
  *link = listing->following;
  for (size_t i = 0; i < listing->count; i++) free(listing->entries[i]);
  free(listing->entries);
  free(listing);
}

/// Reads the rest of `folder`. NULL without memory; the caller then uses the system's order.
static vt_listing *listing_of(DIR *folder) {
  vt_listing **link = link_to(folder);
  if (*link != NULL) return *link;
  vt_listing *listing = calloc(1, sizeof *listing);
  if (listing == NULL) return NULL;
  listing->folder = folder;
  size_t capacity = 0;
  const struct dirent *entry;
  while (errno = 0, (entry = vt_real.readdir(folder)) != NULL) {
    if (listing->count == capacity) {
      capacity = capacity == 0 ? 32 : 2 * capacity;
      struct dirent **grown = realloc(listing->entries, capacity * sizeof *grown);
      if (grown == NULL) { errno = ENOMEM; break; }
      listing->entries = grown;
    }
    struct dirent *copy = malloc(entry->d_reclen);
    if (copy == NULL) { errno = ENOMEM; break; }
    memcpy(copy, entry, entry->d_reclen);
    listing->entries[listing->count++] = copy;
  }
  listing->error = errno;
  qsort(listing->entries, listing->count, sizeof *listing->entries, by_name);
  return *link = listing;
}

VT_INTERPOSE struct dirent *readdir(DIR *folder) {
  if (vt_calling_thread() == NULL) return vt_real.readdir(folder);
  int before = errno;
  vt_listing *listing = listing_of(folder);
  errno = before;
  if (listing == NULL) return vt_real.readdir(folder);
  if (listing->next < listing->count) return listing->entries[listing->next++];
  if (listing->error != 0) errno = listing->error;
  return NULL;
}

VT_INTERPOSE struct dirent64 *readdir64(DIR *folder) {
  _Static_assert(sizeof(struct dirent) == sizeof(struct dirent64), "one layout for both");
  return (struct dirent64 *)readdir(folder);
}

// A position is an index once the folder has been read; before that it is 0, also for the system.
VT_INTERPOSE long telldir(DIR *folder) {
  vt_listing *listing = vt_calling_thread() == NULL ? NULL : *link_to(folder);
  return listing == NULL ? vt_real.telldir(folder) : (long)listing->next;
}

VT_INTERPOSE void seekdir(DIR *folder, long place) {
  vt_listing *listing = vt_calling_thread() == NULL ? NULL : *link_to(folder);
  if (listing == NULL) vt_real.seekdir(folder, place);
  else listing->next = place < 0 ? 0 : (size_t)place;
}

VT_INTERPOSE void rewinddir(DIR *folder) {
  if (vt_calling_thread() != NULL) drop(link_to(folder));
  vt_real.rewinddir(folder);
}

VT_INTERPOSE int closedir(DIR *folder) {
  if (vt_calling_thread() != NULL) drop(link_to(folder));
  return vt_real.closedir(folder);
}

// libc's tree walk reads folders by functions of its own; it sorts when it is given an order.

static int by_name_below_roots(const FTSENT **left, const FTSENT **right) {
  // The roots keep the caller's order.
  return (*left)->fts_level == FTS_ROOTLEVEL ? 0 : strcmp((*left)->fts_name, (*right)->fts_name);
}

VT_INTERPOSE FTS *fts_open(char *const *paths, int options, int (*order)(const FTSENT **, const FTSENT **)) {
  if (vt_calling_thread() != NULL && order == NULL) order = by_name_below_roots;
  return vt_real.fts_open(paths, options, order);
}
