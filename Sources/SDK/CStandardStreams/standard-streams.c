#define _GNU_SOURCE
#include "standard-streams.h"
#include <stdio.h>

static ssize_t (*sink)(const char *, size_t);

static ssize_t write_to_sink(void *cookie, const char *bytes, size_t count) {
  (void)cookie;
  return sink(bytes, count);
}

int carob_replace_stdout(ssize_t (*write_bytes)(const char *, size_t)) {
  sink = write_bytes;
  cookie_io_functions_t functions = {.write = write_to_sink};
  FILE *stream = fopencookie(NULL, "w", functions);
  if (stream == NULL) return -1;
  setvbuf(stream, NULL, _IOLBF, 1 << 16);
  fflush(stdout);
  stdout = stream;
  return 0;
}
