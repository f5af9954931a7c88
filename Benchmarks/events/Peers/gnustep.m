// The side of GNUstep base in `Benchmarks/events/run`. Prints `row nanoseconds` lines.
#import <Foundation/Foundation.h>
#include <time.h>

static volatile long sum;

@interface Receiver : NSObject
{
  volatile long counted;
}
- (void)note:(NSNotification *)notification;
- (void)take:(id)sender;
- (void)count:(NSNotification *)notification;
- (void)read:(NSNotification *)notification;
@end
@implementation Receiver
- (void)count:(NSNotification *)notification { counted++; }
- (void)read:(NSNotification *)notification { counted += [[[notification userInfo] objectForKey:@"value"] longValue]; }
- (void)note:(NSNotification *)notification { sum++; }
- (void)take:(id)sender { sum++; }
- (void)observeValueForKeyPath:(NSString *)path ofObject:(id)object change:(NSDictionary *)change context:(void *)context
{
  sum += [[change objectForKey:NSKeyValueChangeNewKey] longValue] - [[change objectForKey:NSKeyValueChangeOldKey] longValue];
}
@end

@interface Model : NSObject { long count; }
- (long)count;
- (void)setCount:(long)value;
@end
@implementation Model
- (long)count { return count; }
- (void)setCount:(long)value { count = value; }
@end

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
  for (int round = 0; round < 100; round++) { \
    CREATE_AUTORELEASE_POOL(inner); \
    double start = now(); \
    for (long i = 0; i < count; i++) { __VA_ARGS__; } \
    double time = (now() - start) / count / per; \
    if (time < best) best = time; \
    RELEASE(inner); \
  } \
  printf("%s %f\n", row, best); fflush(stdout); } while (0)

@interface Poster : NSObject { @public NSString *name; int each; NSConditionLock *done; }
- (void)work:(id)unused;
@end
@implementation Poster
- (void)work:(id)unused
{
  CREATE_AUTORELEASE_POOL(pool);
  NSNotificationCenter *center = [NSNotificationCenter defaultCenter];
  Receiver *receiver = [Receiver new];
  [center addObserver:receiver selector:@selector(note:) name:name object:nil];
  for (int step = 0; step < each; step++) {
    if (step % 10 == 0) {
      Receiver *other = [Receiver new];
      [center addObserver:other selector:@selector(note:) name:name object:nil];
      [center removeObserver:other];
      RELEASE(other);
    }
    [center postNotificationName:name object:nil];
    if (step % 1000 == 0) { RELEASE(pool); pool = [NSAutoreleasePool new]; }
  }
  [center removeObserver:receiver];
  RELEASE(pool);
  [done lock];
  [done unlockWithCondition:[done condition] - 1];
}
@end

static double threads(int number)
{
  int each = 40000 / number;
  NSConditionLock *done = [[NSConditionLock alloc] initWithCondition:number];
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  for (int index = 0; index < number; index++) {
    Poster *poster = [Poster new];
    poster->name = [[NSString alloc] initWithFormat:@"Thread%d", index];
    poster->each = each;
    poster->done = done;
    [NSThread detachNewThreadSelector:@selector(work:) toTarget:poster withObject:nil];
  }
  [done lockWhenCondition:0];
  [done unlock];
  clock_gettime(CLOCK_MONOTONIC, &b);
  return each * number / ((b.tv_sec - a.tv_sec) * 1e9 + b.tv_nsec - a.tv_nsec) * 1e9;
}

@interface Fired : NSObject
- (void)tick:(NSTimer *)timer;
@end
@implementation Fired
- (void)tick:(NSTimer *)timer { sum++; }
@end

int main(void)
{
  CREATE_AUTORELEASE_POOL(pool);
  NSNotificationCenter *center = [NSNotificationCenter defaultCenter];
  Receiver *receiver = [Receiver new];
  NSObject *sender = [NSObject new];
  for (int index = 0; index < 10000; index++)
    [center addObserver:receiver selector:@selector(note:) name:[NSString stringWithFormat:@"Another%dNotification", index] object:nil];
  NSString *one = @"BenchmarkDidPostOneNotification", *many = @"BenchmarkDidPostManyNotification";
  [center addObserver:receiver selector:@selector(note:) name:one object:nil];
  MEASURE("post.one", 1, [center postNotificationName:one object:sender]);
  MEASURE("post.nobody", 1, [center postNotificationName:@"BenchmarkNobodyHearsNotification" object:nil]);
  for (int index = 0; index < 1000; index++)
    [center addObserver:[Receiver new] selector:@selector(note:) name:many object:nil];
  MEASURE("post.many", 1000, [center postNotificationName:many object:sender]);
  // As an app writes it: the receiver counts, and a post can carry user info.
  NSString *appOne = @"AppDidPostOneNotification", *appInfo = @"AppDidPostInfoNotification", *appMany = @"AppDidPostManyNotification";
  [center addObserver:receiver selector:@selector(count:) name:appOne object:nil];
  [center addObserver:receiver selector:@selector(read:) name:appInfo object:nil];
  for (int index = 0; index < 1000; index++)
    [center addObserver:[Receiver new] selector:@selector(count:) name:appMany object:nil];
  MEASURE("app.message", 1, [center postNotificationName:appOne object:sender]);
  MEASURE("app.info", 1, {
    NSAutoreleasePool *inner = [NSAutoreleasePool new];
    NSDictionary *info = [NSDictionary dictionaryWithObject:[NSNumber numberWithLong:1] forKey:@"value"];
    [center postNotificationName:appInfo object:sender userInfo:info];
    RELEASE(inner);
  });
  MEASURE("app.selectors", 1000, [center postNotificationName:appMany object:sender]);
  Model *model = [Model new];
  MEASURE("kvo.unobserved", 1, [model setCount:i]);
  Model *observed = [Model new];
  [observed addObserver:receiver forKeyPath:@"count" options:NSKeyValueObservingOptionNew | NSKeyValueObservingOptionOld context:NULL];
  MEASURE("kvo.observed", 1, [observed setCount:i]);
  MEASURE("perform", 1, [receiver performSelector:@selector(take:) withObject:sender]);
  Fired *fired = [Fired new];
  int timers = 5000;
  double start = now();
  srandom(42);
  for (int index = 0; index < timers; index++)
    [NSTimer scheduledTimerWithTimeInterval:(random() % 1000) * 1e-6 target:fired selector:@selector(tick:) userInfo:nil repeats:NO];
  double added = now();
  long before = sum;
  while (sum - before < timers)
    [[NSRunLoop currentRunLoop] runMode:NSDefaultRunLoopMode beforeDate:[NSDate dateWithTimeIntervalSinceNow:0.01]];
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
  RELEASE(pool);
  return 0;
}
