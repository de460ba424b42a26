// The bytes beside a long log: they say what the log says, whatever became of either.
#include "remote/history/eventcache.h"
#include "remote/history/eventlogcopy.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <functional>

#include <fcntl.h>
#include <sys/file.h>

using namespace motley;

namespace {

constexpr int ranks = 4;

StepDone stepOf(std::int64_t number)
{
    StepDone step;
    step.step = number;
    step.epoch = 1 + number / 100;
    step.loss = 0.3 + 1.0 / double(number);
    step.learningRate = 0.05;
    step.gradientNorm = 1.2;
    step.samples = 32;
    step.seconds = 0.1 + 1e-4 * std::sin(double(number));
    step.samplesPerSecond = double(step.samples) / step.seconds;
    step.sampleHash = "0123456789abcdef";
    for (int rank = 0; rank < ranks; ++rank)
        step.ranks.push_back({rank, 8, 8, 0.002, 0.021 / double(number), 0.049, 0.02, 0.004});
    if (number % 7 == 0)
        step.noiseScale = 12.5 * double(number);
    if (number % 11 == 0)
        step.lossScale = 65536;
    step.skipped = number % 13 == 0;
    if (number % 17 == 0)
        step.loss = std::nan("");
    return step;
}

Telemetry telemetryOf(std::int64_t number)
{
    Telemetry telemetry{int(number % 3), 12.5, std::int64_t(6) << 30, std::nullopt,
        {{"GPU-\u00e9", 99.5, std::nullopt, 212.25, 64, 1410, true, std::nullopt, 2}}};
    telemetry.stolenPercent = 0.1;
    telemetry.heatEvents = -number;
    return telemetry;
}

QByteArray lineOf(std::int64_t sequence, const EventBody &body)
{
    return QByteArray::fromStdString(toLine({sequence, 1e9 + 0.1 * double(sequence), body})) + '\n';
}

// Steps, telemetry, other events, some that are unknown here, and lines that are no events.
QByteArray logOf(int lines, int first = 1)
{
    QByteArray bytes;
    for (std::int64_t i = first; i < first + lines; ++i) {
        bytes += i % 10 == 0 ? lineOf(i, telemetryOf(i)) : lineOf(i, stepOf(i));
        if (i % 500 == 0) {
            bytes += "{\"seq\":" + QByteArray::number(++i) + ",\"time\":1,\"type\":\"teleported\",\"to\":\"\u00fc\"}\n";
            bytes += "{\"seq\":9,\"ti\n\n" + lineOf(++i, Warning{-1, "Fu\u00dfg\u00e4nger"});
        }
    }
    return bytes;
}

} // namespace

class EventCacheTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void saysWhatTheLogSays();
    void growsWithTheLog();
    void isNotBelieved_data();
    void isNotBelieved();
    void hasOneWriter();
    void isNotWrittenForShortLogs();
    void isReadWhileItIsTorn();

private:
    // What the lines say, in their order.
    QByteArrayList said(LineTexts texts = LineTexts::LeftOut) const
    {
        QByteArrayList all;
        EventLogCopy copy(m_log);
        const auto read = copy.visitParts(
            [&](std::vector<EventLine> &&lines, double ofAll) {
                for (const EventLine &line : lines)
                    all << (line.event ? QByteArray::fromStdString(toLine(*line.event)) : line.text);
                return ofAll > 0 && ofAll <= 1;
            },
            texts);
        return read ? all : QByteArrayList();
    }

    // How much of the log the cache has.
    std::int64_t covered() const
    {
        EventCacheReader cache(m_cache.toStdString());
        const Descriptor log(::open(m_log.toUtf8().constData(), O_RDONLY | O_CLOEXEC));
        std::int64_t end = 0;
        while (const auto block = cache.next()) {
            if (!cache.linesOf(*block, log.get()))
                break;
            end = block->end;
        }
        return end;
    }

    bool isWhole() const { return QFileInfo(m_log).size() - covered() < LogBlocks::mostBytes; }

    static QByteArray bytesOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static void write(const QString &path, const QByteArray &bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_log;
    QString m_cache;
};

void EventCacheTest::init()
{
    static const QByteArray log = logOf(9000);
    m_folder = std::make_unique<QTemporaryDir>();
    m_log = m_folder->filePath(QStringLiteral("events.jsonl"));
    m_cache = QString::fromStdString(eventCacheOf(m_log.toStdString()));
    write(m_log, log);
    QVERIFY(log.size() > leastCachedLog + LogBlocks::usualBytes);
}

void EventCacheTest::saysWhatTheLogSays()
{
    const QByteArrayList expected = said(LineTexts::Kept);
    QVERIFY(expected.size() > 8000);
    QVERIFY(!QFile::exists(m_cache));
    QVERIFY(said() == expected); // and writes it
    QVERIFY(isWhole());
    QVERIFY(QFileInfo(m_cache).size() < QFileInfo(m_log).size() / 2);
    const QByteArray before = bytesOf(m_cache);
    QVERIFY(said() == expected);
    QVERIFY(bytesOf(m_cache) == before);
}

void EventCacheTest::growsWithTheLog()
{
    said();
    const QByteArray before = bytesOf(m_cache);
    const std::int64_t coveredBefore = covered();
    QFile log(m_log);
    QVERIFY(log.open(QIODevice::Append));
    log.write(logOf(6000, 20'000));
    log.close();
    const QByteArrayList expected = said(LineTexts::Kept);
    QVERIFY(said() == expected);
    QVERIFY(covered() > coveredBefore);
    QVERIFY(isWhole());
    QVERIFY(bytesOf(m_cache).startsWith(before));
    QVERIFY(said() == expected);
}

void EventCacheTest::isNotBelieved_data()
{
    QTest::addColumn<std::function<void(QByteArray &, QByteArray &)>>("strike");
    const auto add = [](const char *name, std::function<void(QByteArray & log, QByteArray & cache)> strike) {
        QTest::addRow("%s", name) << std::move(strike);
    };
    add("one digit of the log is another one", [](QByteArray &log, QByteArray &) {
        const auto at = log.indexOf("\"loss\":0.3", 3 << 20) + 9;
        log[at] = '4';
    });
    add("the log was cut", [](QByteArray &log, QByteArray &) { log.truncate(log.lastIndexOf('\n', 5 << 20) + 1); });
    add("it is of another log", [](QByteArray &log, QByteArray &) { log = logOf(9000, 3); });
    add("a line more in front", [](QByteArray &log, QByteArray &) { log.prepend(lineOf(1, Note{-1, "x"})); });
    for (const double part : {0.0, 0.5, 0.97})
        QTest::addRow("a bit is another one, at %.2f", part)
            << std::function<void(QByteArray &, QByteArray &)>([part](QByteArray &, QByteArray &cache) {
                   char &byte = cache.data()[qsizetype(part * double(cache.size()))];
                   byte = char(byte ^ 4);
               });
    add("it was cut", [](QByteArray &, QByteArray &cache) { cache.truncate(cache.size() * 2 / 3); });
    add("it is empty", [](QByteArray &, QByteArray &cache) { cache.clear(); });
    add("it is something else", [](QByteArray &log, QByteArray &cache) { cache = log; });
    add("something is behind it", [](QByteArray &, QByteArray &cache) { cache += QByteArray(5000, 'x'); });
    add("a block is missing", [](QByteArray &, QByteArray &cache) { cache.remove(24, cache.size() / 3); });
}

void EventCacheTest::isNotBelieved()
{
    QFETCH(std::function<void(QByteArray &, QByteArray &)>, strike);
    said();
    QByteArray log = bytesOf(m_log), cache = bytesOf(m_cache);
    strike(log, cache);
    write(m_log, log);
    write(m_cache, cache);
    const QByteArrayList expected = said(LineTexts::Kept);
    QVERIFY(said() == expected);
    QVERIFY(isWhole()); // it was made again
    QVERIFY(said() == expected);
}

void EventCacheTest::hasOneWriter()
{
    const QByteArrayList expected = said(LineTexts::Kept);
    write(m_cache, "of another");
    {
        const Descriptor other(::open(m_cache.toUtf8().constData(), O_RDWR | O_CLOEXEC));
        QVERIFY(flock(other.get(), LOCK_EX | LOCK_NB) == 0);
        QVERIFY(said() == expected);
        QCOMPARE(bytesOf(m_cache), QByteArray("of another"));
    }
    QVERIFY(said() == expected);
    QVERIFY(isWhole());
    const QByteArray before = bytesOf(m_cache);
    EventCacheWriter late(m_cache.toStdString(), 24, before.size() - 1); // it has grown since this one looked
    late.add({0, "{}\n", false, true}, "");
    QVERIFY(bytesOf(m_cache) == before);
}

void EventCacheTest::isNotWrittenForShortLogs()
{
    write(m_log, logOf(1000));
    QVERIFY(!said().isEmpty());
    QVERIFY(!QFile::exists(m_cache));
}

// While it is made again, others read what is there so far.
void EventCacheTest::isReadWhileItIsTorn()
{
    const QByteArrayList expected = said(LineTexts::Kept);
    said();
    const QByteArray whole = bytesOf(m_cache);
    for (int part = 0; part < 4; ++part) {
        QByteArray torn = whole;
        const qsizetype from = whole.size() * part / 4;
        torn.replace(from, 3000, QByteArray(3000, '\0'));
        write(m_cache, torn);
        QVERIFY(said() == expected);
    }
}

QTEST_GUILESS_MAIN(EventCacheTest)
#include "tst_eventcache.moc"
