// Addresses: programs sort and hash by them (ObjectIdentifier), so they must be the same in every run. The kernel does not
// randomize the addresses of program, libraries, stack and heap if that is disabled before the program starts, which the device
// does (`setarch -R`). Otherwise we disable it and start the program again, before any of its code has run.

#include "internal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>

/// The arguments as the kernel has them: constructors may not have run yet. NULL if they cannot be read.
static char **read_arguments(void) {
  static const size_t limit = 4 << 20;
  char *text = malloc(limit);
  int descriptor = (int)vt_raw(SYS_openat, AT_FDCWD, "/proc/self/cmdline", O_RDONLY | O_CLOEXEC, 0);
  if (text == NULL || descriptor < 0) return NULL;
  size_t length = 0;
  long got;
  while (length < limit && (got = vt_raw(SYS_read, descriptor, text + length, limit - length)) > 0) length += (size_t)got;
  vt_raw(SYS_close, descriptor);
  if (length == 0 || length == limit || text[length - 1] != '\0') return NULL;
  size_t count = 0;
  for (size_t i = 0; i < length; i++) count += text[i] == '\0';
  char **arguments = calloc(count + 1, sizeof *arguments);
  if (arguments == NULL) return NULL;
  size_t index = 0;
  for (char *argument = text; argument < text + length; argument += strlen(argument) + 1) arguments[index++] = argument;
  return arguments;
}

void vt_fix_addresses(void) {
  const unsigned long ask = 0xffffffff;
  long persona = vt_raw(SYS_personality, ask);
  if (persona < 0 || (persona & ADDR_NO_RANDOMIZE) != 0) return;
  char path[4096];
  long length = vt_raw(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return;
  path[length] = '\0';
  // The command was the dynamic loader: we would start the loader without its program.
  const char *name = strrchr(path, '/');
  if (name == NULL || strncmp(name, "/ld-", 4) == 0) return;
  char **arguments = read_arguments();
  if (arguments == NULL) return;
  // NB: a container may forbid it (Docker's default filter does). Then the order of ObjectIdentifiers differs from run to run.
  if (vt_raw(SYS_personality, persona | ADDR_NO_RANDOMIZE) < 0) return;
  vt_raw(SYS_execve, path, arguments, environ);
  vt_raw(SYS_personality, persona);
}
