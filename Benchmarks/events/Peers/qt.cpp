// The side of Qt 6's signals in `Benchmarks/events/run`. Prints `row nanoseconds` lines.
#include <QCoreApplication>
#include <QMetaObject>
#include <QObject>
#include <QProperty>
#include <QThread>
#include <QTimer>
#include <QVariantMap>
#include <ctime>
#include <cstdio>
#include <memory>
#include <vector>

static volatile long sum;
static double now(clockid_t clock = CLOCK_THREAD_CPUTIME_ID)
{
  timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

template <typename F> static void measure(const char *row, double per, F body)
{
  long count = 50;
  for (;;) {
    double start = now();
    for (long i = 0; i < count; i++) body(i);
    if (now() - start > 500000) break;
    count *= 2;
  }
  double best = 1e18;
  for (int round = 0; round < 200; round++) {
    double start = now();
    for (long i = 0; i < count; i++) body(i);
    best = std::min(best, (now() - start) / count / per);
  }
  std::printf("%s %f\n", row, best);
  std::fflush(stdout);
}

class Center : public QObject {
  Q_OBJECT
signals:
  void posted(QObject *sender);
  void postedInfo(QObject *sender, const QVariantMap &info);
};

class Receiver : public QObject {
  Q_OBJECT
public slots:
  void note(QObject *) { sum++; }
  void take(QObject *) { sum++; }
  void count(QObject *) { counted = counted + 1; }
public:
  volatile long counted = 0;
};

class Model : public QObject {
  Q_OBJECT
public:
  void setCount(long value) { long old = count; count = value; emit countChanged(old, value); }
  long count = 0;
signals:
  void countChanged(long old, long value);
};

static double threads(int number)
{
  int each = 100000 / number;
  std::vector<std::unique_ptr<QThread>> all;
  double start = now(CLOCK_MONOTONIC);
  for (int index = 0; index < number; index++) {
    all.emplace_back(QThread::create([each] {
      Center center;
      QObject::connect(&center, &Center::posted, [](QObject *) { sum++; });
      for (int step = 0; step < each; step++) {
        if (step % 10 == 0) QObject::disconnect(QObject::connect(&center, &Center::posted, [](QObject *) { sum++; }));
        emit center.posted(nullptr);
      }
    }));
    all.back()->start();
  }
  for (auto &thread : all) thread->wait();
  return each * number / (now(CLOCK_MONOTONIC) - start) * 1e9;
}

int main(int argc, char **argv)
{
  QCoreApplication application(argc, argv);
  QObject sender;
  // Qt has no notification names: each of the 10,000 others is a connected signal of its own object.
  std::vector<std::unique_ptr<Center>> others;
  std::vector<std::unique_ptr<Receiver>> receivers;
  for (int index = 0; index < 10000; index++) {
    others.push_back(std::make_unique<Center>());
    QObject::connect(others.back().get(), &Center::posted, [](QObject *) { sum++; });
  }
  Center one, nobody, many, messages;
  QObject::connect(&one, &Center::posted, [](QObject *) { sum++; });
  measure("post.one", 1, [&](long) { emit one.posted(&sender); });
  measure("post.nobody", 1, [&](long) { emit nobody.posted(nullptr); });
  for (int index = 0; index < 1000; index++) {
    QObject::connect(&many, &Center::posted, [](QObject *) { sum++; });
    receivers.push_back(std::make_unique<Receiver>());
    QObject::connect(&messages, &Center::posted, receivers.back().get(), &Receiver::note);
  }
  measure("post.blocks", 1000, [&](long) { emit many.posted(&sender); });
  measure("post.selectors", 1000, [&](long) { emit messages.posted(&sender); });
  // As an app writes it: a connection ends with its receiver, and a signal can carry values.
  Center appOne, appInfo, appBlocks, appSelectors;
  Receiver *first = receivers.front().get();
  QObject::connect(&appOne, &Center::posted, first, [first](QObject *) { first->counted = first->counted + 1; });
  QObject::connect(&appInfo, &Center::postedInfo, first, [first](QObject *, const QVariantMap &info) {
    first->counted = first->counted + info.value("value").toInt();
  });
  for (auto &receiver : receivers) {
    Receiver *one = receiver.get();
    QObject::connect(&appBlocks, &Center::posted, one, [one](QObject *) { one->counted = one->counted + 1; });
    QObject::connect(&appSelectors, &Center::posted, one, &Receiver::count);
  }
  measure("app.one", 1, [&](long) { emit appOne.posted(&sender); });
  measure("app.info", 1, [&](long) { emit appInfo.postedInfo(&sender, {{"value", 1}}); });
  measure("app.blocks", 1000, [&](long) { emit appBlocks.posted(&sender); });
  measure("app.selectors", 1000, [&](long) { emit appSelectors.posted(&sender); });
  Model unobserved, observed;
  measure("kvo.unobserved", 1, [&](long i) { unobserved.setCount(i); });
  QObject::connect(&observed, &Model::countChanged, [](long old, long value) { sum += value - old; });
  measure("kvo.observed", 1, [&](long i) { observed.setCount(i); });
  Receiver receiver;
  measure("perform", 1, [&](long) {
    QMetaObject::invokeMethod(&receiver, "take", Qt::DirectConnection, Q_ARG(QObject *, &sender));
  });
  int timers = 20000;
  srandom(42);
  double start = now();
  for (int index = 0; index < timers; index++) QTimer::singleShot(random() % 5, [] { sum++; });
  double added = now();
  long before = sum;
  while (sum - before < timers) application.processEvents();
  std::printf("timers.add %f\ntimers.fire %f\n", (added - start) / timers, (now() - added) / timers);
  int numbers[] = {1, 2, 10};
  double best[3] = {};
  for (int round = 0; round < 8; round++)
    for (int index = 0; index < 3; index++) best[index] = std::max(best[index], threads(numbers[index]));
  for (int index = 0; index < 3; index++) std::printf("threads.%d %f\n", numbers[index], best[index]);
  return 0;
}

#include "qt.moc"
