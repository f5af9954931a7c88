// The side of GLib's GObject signals in `Benchmarks/events/run`. Prints `row nanoseconds` lines.
#include <glib-object.h>
#include <stdio.h>
#include <time.h>

static volatile long sum;
static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

#define MEASURE(row, per, ...) do { \
  long count = 50; \
  for (;;) { double start = now(); for (long i = 0; i < count; i++) { __VA_ARGS__; } if (now() - start > 500000) break; count *= 2; } \
  double best = 1e18; \
  for (int round = 0; round < 200; round++) { \
    double start = now(); \
    for (long i = 0; i < count; i++) { __VA_ARGS__; } \
    double time = (now() - start) / count / per; \
    if (time < best) best = time; \
  } \
  printf("%s %f\n", row, best); fflush(stdout); } while (0)

static void on_note(GObject *center, GObject *sender, gpointer data) { sum++; }
static void on_count(GObject *object, GParamSpec *spec, gpointer data) { sum++; }
static gboolean on_tick(gpointer data) { sum++; return G_SOURCE_REMOVE; }

typedef struct { GObject parent; long count; } Model;
typedef struct { GObjectClass parent; } ModelClass;
G_DEFINE_TYPE(Model, model, G_TYPE_OBJECT)
static GParamSpec *count_spec;
static void model_set(GObject *object, guint id, const GValue *value, GParamSpec *spec) { ((Model *)object)->count = g_value_get_long(value); }
static void model_get(GObject *object, guint id, GValue *value, GParamSpec *spec) { g_value_set_long(value, ((Model *)object)->count); }
static void model_init(Model *model) {}
static void model_class_init(ModelClass *class)
{
  GObjectClass *object = G_OBJECT_CLASS(class);
  object->set_property = model_set;
  object->get_property = model_get;
  count_spec = g_param_spec_long("count", "count", "count", 0, G_MAXLONG, 0, G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_property(object, 1, count_spec);
}
static void set_count(Model *model, long value)
{
  model->count = value;
  g_object_notify_by_pspec(G_OBJECT(model), count_spec);
}

static void on_message(GObject *center, GObject *sender, gpointer data) { ((Model *)data)->count++; }
static void on_info(GObject *center, GObject *sender, GHashTable *info, gpointer data)
{
  ((Model *)data)->count += GPOINTER_TO_INT(g_hash_table_lookup(info, "value"));
}

static guint signal_ids[10];
static gpointer work(gpointer data)
{
  GObject *center = g_object_new(G_TYPE_OBJECT, NULL);
  int *job = data;
  guint id = signal_ids[job[0]];
  g_signal_connect(center, g_signal_name(id), G_CALLBACK(on_note), NULL);
  for (int step = 0; step < job[1]; step++) {
    if (step % 10 == 0)
      g_signal_handler_disconnect(center, g_signal_connect(center, g_signal_name(id), G_CALLBACK(on_note), NULL));
    g_signal_emit(center, id, 0, NULL);
  }
  return NULL;
}
static double threads(int number)
{
  int each = 100000 / number;
  int jobs[10][2];
  GThread *all[10];
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  for (int index = 0; index < number; index++) {
    jobs[index][0] = index;
    jobs[index][1] = each;
    all[index] = g_thread_new("post", work, jobs[index]);
  }
  for (int index = 0; index < number; index++) g_thread_join(all[index]);
  clock_gettime(CLOCK_MONOTONIC, &b);
  return each * number / ((b.tv_sec - a.tv_sec) * 1e9 + b.tv_nsec - a.tv_nsec) * 1e9;
}

static guint signal_named(const char *name)
{
  return g_signal_new(name, G_TYPE_OBJECT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_OBJECT);
}

int main(void)
{
  GObject *center = g_object_new(G_TYPE_OBJECT, NULL);
  GObject *sender = g_object_new(G_TYPE_OBJECT, NULL);
  // One signal per name, all on one object: the closest equivalent of a notification center.
  for (int index = 0; index < 10000; index++) {
    char name[40];
    snprintf(name, sizeof name, "another-%d", index);
    guint id = signal_named(name);
    if (index < 10) signal_ids[index] = id;
    g_signal_connect(center, name, G_CALLBACK(on_note), NULL);
  }
  guint one = signal_named("one"), many = signal_named("many"), nobody = signal_named("nobody");
  g_signal_connect(center, "one", G_CALLBACK(on_note), NULL);
  MEASURE("post.one", 1, g_signal_emit(center, one, 0, sender));
  MEASURE("post.nobody", 1, g_signal_emit(center, nobody, 0, NULL));
  for (int index = 0; index < 1000; index++) g_signal_connect(center, "many", G_CALLBACK(on_note), NULL);
  MEASURE("post.many", 1000, g_signal_emit(center, many, 0, sender));
  // As an app writes it: a connection ends with its receiver, and a signal can carry values.
  guint app_one = signal_named("app-one"), app_many = signal_named("app-many");
  guint app_info = g_signal_new("app-info", G_TYPE_OBJECT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                G_TYPE_OBJECT, G_TYPE_HASH_TABLE);
  for (int index = 0; index < 1000; index++) {
    Model *receiver = g_object_new(model_get_type(), NULL);
    if (index == 0) g_signal_connect_object(center, "app-one", G_CALLBACK(on_message), receiver, 0);
    if (index == 0) g_signal_connect_object(center, "app-info", G_CALLBACK(on_info), receiver, 0);
    g_signal_connect_object(center, "app-many", G_CALLBACK(on_message), receiver, 0);
  }
  MEASURE("app.one", 1, g_signal_emit(center, app_one, 0, sender));
  MEASURE("app.info", 1, {
    GHashTable *info = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_insert(info, "value", GINT_TO_POINTER(1));
    g_signal_emit(center, app_info, 0, sender, info);
    g_hash_table_unref(info);
  });
  MEASURE("app.many", 1000, g_signal_emit(center, app_many, 0, sender));
  Model *model = g_object_new(model_get_type(), NULL);
  MEASURE("kvo.unobserved", 1, set_count(model, i));
  g_signal_connect(model, "notify::count", G_CALLBACK(on_count), NULL);
  MEASURE("kvo.observed", 1, set_count(model, i));
  int timers = 5000;
  srandom(42);
  double start = now();
  for (int index = 0; index < timers; index++) g_timeout_add(random() % 2, on_tick, NULL);
  double added = now();
  long before = sum;
  while (sum - before < timers) g_main_context_iteration(NULL, TRUE);
  printf("timers.add %f\ntimers.fire %f\n", (added - start) / timers, (now() - added) / timers);
  fflush(stdout);
  int numbers[] = {1, 2, 10};
  double best[3] = {0};
  for (int round = 0; round < 8; round++)
    for (int index = 0; index < 3; index++) {
      double value = threads(numbers[index]);
      if (value > best[index]) best[index] = value;
    }
  for (int index = 0; index < 3; index++) printf("threads.%d %f\n", numbers[index], best[index]);
  return 0;
}
