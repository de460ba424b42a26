#include "engine/run/eventlog.h"
#include "engine/run/eventreader.h"
#include "tests/fixtures/fulldisk.h"
#include "tests/fixtures/smalldisk.h"
#include "tests/fixtures/wholefiles.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <thread>

using namespace motley;

namespace {

constexpr std::chrono::seconds patience{30};
std::atomic<bool> diskHangs{false};

} // namespace

// In place of the C library's: a disk that hangs keeps its callers waiting.
extern "C" int fdatasync(int file)
{
    while (diskHangs)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return int(syscall(SYS_fdatasync, file));
}

namespace {

EventBody warning(const std::string &words)
{
    return Warning{-1, words};
}

} // namespace

class EventLogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void numbersEventsAcrossRestarts();
    void removesALineThatACrashCutOff();
    void keepsEventsWhileTheDiskIsFull();
    void keepsTheLinesOfAnotherLogAsTheyCome();
    void tellsFollowersWhatTheDiskDoesNotTake();
    void endsTheLogOnADiskThatStaysFull();
    void endsTheLogOnceTheDiskHasRoom();
    void keepsEventsBackUntilTheyMayBeWritten();
    void saysThatTheDiskHangs();
    void doesNotWaitForADiskThatHangs();
    void followsFromASequenceNumber_data();
    void followsFromASequenceNumber();
    void waitsForTheRestOfALine();
    void handsOnWhatIsNoEvent();
    void handsOnEventsThatItDoesNotKnow();
    void summarizesTheEnd();

private:
    std::string path() const { return m_folder->filePath(QStringLiteral("events.jsonl")).toStdString(); }
    std::vector<std::int64_t> sequences(std::int64_t after = 0) const;
    void endOnAFullDisk(EventLog &log, const SmallDisk &disk) const;
    void appendRaw(const std::string &bytes) const { std::ofstream(path(), std::ios::app | std::ios::binary) << bytes; }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void EventLogTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

std::vector<std::int64_t> EventLogTest::sequences(std::int64_t after) const
{
    std::vector<std::int64_t> numbers;
    EventReader reader(path(), after);
    const auto lines = reader.next();
    for (const auto &line : lines.value())
        numbers.push_back(line.sequence);
    return numbers;
}

void EventLogTest::numbersEventsAcrossRestarts()
{
    for (int start = 0; start < 2; ++start) {
        auto log = EventLog::open(path());
        QVERIFY(log);
        log->append(warning("one"));
        log->append(warning("two"));
    }
    QCOMPARE(sequences(), (std::vector<std::int64_t>{1, 2, 3, 4}));
}

void EventLogTest::removesALineThatACrashCutOff()
{
    EventLog::open(path())->append(warning("whole"));
    appendRaw("{\"seq\":2,\"time\":1,\"ty");
    EventLog::open(path())->append(warning("next"));
    QCOMPARE(sequences(), (std::vector<std::int64_t>{1, 2}));
}

void EventLogTest::keepsEventsWhileTheDiskIsFull()
{
    auto log = EventLog::open(path());
    QVERIFY(log);
    log->append(warning("before"));
    QVERIFY(log->drain(patience));
    {
        const FullDisk full(150);
        log->append(warning("first that has no room, and is longer than what the file may still take in of it"));
        log->append(warning("second"));
        QVERIFY(!log->drain(std::chrono::milliseconds(500)));
        QCOMPARE(sequences(), (std::vector<std::int64_t>{1}));
    }
    log->append(warning("after"));
    QVERIFY(log->drain(patience));
    QCOMPARE(sequences().size(), std::size_t(6)); // four warnings, one that the disk is full, and one that it was
    QCOMPARE(sequences().back(), std::int64_t(6));
}

void EventLogTest::keepsTheLinesOfAnotherLogAsTheyCome()
{
    const std::string line = R"({"seq":1, "time":5.0, "type":"note", "machine":0, "message":"hello"})";
    auto log = EventLog::open(path());
    QVERIFY(log);
    QVERIFY(log->copy(LoggedEvent(parseEvent(line).value(), line)));
    QVERIFY(!log->copy(LoggedEvent(parseEvent(line).value(), line)));
    QVERIFY(!log->copy(LoggedEvent(Event{2, 6, warning("long")}, std::string(longestEventLine, ' '))));
    QVERIFY(log->copy(Event{2, 6, warning("next")}));
    QVERIFY(log->drain(patience));
    QCOMPARE(contents(QString::fromStdString(path())),
        QByteArray::fromStdString(line + '\n' + toLine(Event{2, 6, warning("next")}) + '\n'));
}

void EventLogTest::tellsFollowersWhatTheDiskDoesNotTake()
{
    const SmallDisk disk(m_folder->path(), "1m");
    if (!disk.isMounted())
        QSKIP("needs root, to mount a small file system");
    std::vector<std::int64_t> numbered;
    std::vector<std::int64_t> written;
    auto log = EventLog::open(path(),
        {[&](const LoggedEvent &logged) { numbered.push_back(logged.event.sequence); },
            [&](const Event &event) { written.push_back(event.sequence); }});
    QVERIFY(log);
    log->append(warning("before"));
    QVERIFY(log->drain(patience));
    EventReader follower(path(), 0);
    EventReader late(path(), 0);
    QCOMPARE(follower.next()->size(), std::size_t(1));
    QVERIFY(follower.nextInMemory(getpid()).empty());

    disk.fill();
    for (int i = 0; i < 100; ++i)
        log->append(warning(std::string(1000, 'x')));
    std::vector<LoggedLine> heard;
    const auto hearAll = [&](std::size_t count) {
        return QTest::qWaitFor(
            [&] {
                for (const auto &lines : {*follower.next(), follower.nextInMemory(getpid())})
                    heard.insert(heard.end(), lines.begin(), lines.end());
                return heard.size() >= count;
            },
            10000);
    };
    QVERIFY(hearAll(101)); // with the one that says why
    const auto saysWhy
        = [&](const LoggedLine &line) { return line.text.find("No space left on device") != std::string::npos; };
    QCOMPARE(std::count_if(heard.begin(), heard.end(), saysWhy), 1);
    QVERIFY(late.next()->size() < 10); // all that the disk has

    disk.makeRoom();
    QVERIFY(log->drain(patience));
    QVERIFY(hearAll(102)); // and that it is over
    for (std::size_t i = 0; i < heard.size(); ++i)
        QCOMPARE(heard[i].sequence, std::int64_t(i + 2));
    QCOMPARE(sequences().size(), std::size_t(103));
    QCOMPARE(numbered, sequences());
    QCOMPARE(written, sequences());
    QVERIFY(follower.next()->empty());
    QVERIFY(follower.nextInMemory(getpid()).empty());
}

// Of 102 events the disk takes the first alone.
void EventLogTest::endOnAFullDisk(EventLog &log, const SmallDisk &disk) const
{
    log.append(warning("before"));
    QVERIFY(log.drain(patience));
    disk.fill();
    for (int i = 0; i < 100; ++i)
        log.append(warning(std::string(1000, 'x')));
    QVERIFY(!log.drain(std::chrono::milliseconds(500)));
    log.append(RunFinished{RunFinished::Outcome::Stopped, 60, 9, "as it was asked to", {}});
}

void EventLogTest::endsTheLogOnADiskThatStaysFull()
{
    const SmallDisk disk(m_folder->path(), "1m");
    if (!disk.isMounted())
        QSKIP("needs root, to mount a small file system");
    {
        auto log = EventLog::open(path());
        QVERIFY(log);
        endOnAFullDisk(*log, disk);
    }
    const auto end = summarize(path());
    QVERIFY(end);
    QVERIFY(end->finished);
    QCOMPARE(end->step, std::int64_t(60));
    QCOMPARE(end->lastSequence, std::int64_t(103)); // with the one that the disk is full
    QVERIFY(sequences().size() < 10);
    QCOMPARE(end->completeBytes, QFileInfo(QString::fromStdString(path())).size());
}

// Nothing comes after the event that says how the run ended, and makes it look as if it went on.
void EventLogTest::endsTheLogOnceTheDiskHasRoom()
{
    const SmallDisk disk(m_folder->path(), "1m");
    if (!disk.isMounted())
        QSKIP("needs root, to mount a small file system");
    auto log = EventLog::open(path());
    QVERIFY(log);
    endOnAFullDisk(*log, disk);
    disk.makeRoom();
    QVERIFY(log->drain(patience));
    QVERIFY(summarize(path())->finished);
    QCOMPARE(sequences().size(), std::size_t(103));
}

void EventLogTest::keepsEventsBackUntilTheyMayBeWritten()
{
    std::optional<EventLog> log = EventLog::open(path()).value();
    log->writeUpTo(2);
    for (int i = 0; i < 5; ++i)
        log->append(warning("one"));
    QCOMPARE(log->lastSequence(), std::int64_t(5));
    QTRY_COMPARE(sequences(), (std::vector<std::int64_t>{1, 2}));
    log->writeUpTo(4);
    QTRY_COMPARE(sequences(), (std::vector<std::int64_t>{1, 2, 3, 4}));
    QTest::qWait(100); // in which a log that keeps nothing back writes
    QCOMPARE(sequences().size(), std::size_t(4));
    log.reset();
    QCOMPARE(sequences(), (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
    log.emplace(EventLog::open(path()).value());
    log->writeUpTo(6);
    for (int i = 0; i < 3; ++i)
        log->append(warning("one"));
    log->dropHeldBack();
    log.reset();
    QCOMPARE(sequences(), (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6}));
}

void EventLogTest::saysThatTheDiskHangs()
{
    auto log = EventLog::open(path());
    QVERIFY(log);
    EventReader follower(path(), 0);
    diskHangs = true;
    log->append(warning("while it hangs"));
    bool isSaid = false;
    const bool inTime = QTest::qWaitFor(
        [&] {
            log->check();
            for (const auto &lines : {*follower.next(), follower.nextInMemory(getpid())})
                for (const auto &line : lines)
                    isSaid = isSaid || line.text.find("no answer for 5 s") != std::string::npos;
            return isSaid;
        },
        10000);
    diskHangs = false;
    QVERIFY(inTime);
    QVERIFY(log->drain(patience));
}

// An agent that waited would neither hear its ranks nor stop them.
void EventLogTest::doesNotWaitForADiskThatHangs()
{
    auto log = EventLog::open(path());
    QVERIFY(log);
    std::atomic<bool> hasAppended{false};
    diskHangs = true;
    std::jthread agent([&] {
        for (int i = 0; i < 100; ++i)
            log->append(warning("while it hangs"));
        hasAppended = true;
    });
    const bool waited = !QTest::qWaitFor([&] { return hasAppended.load(); }, 10000);
    diskHangs = false;
    agent.join();
    QVERIFY(!waited);
    QVERIFY(log->drain(patience));
    QCOMPARE(sequences().size(), std::size_t(100));
}

void EventLogTest::followsFromASequenceNumber_data()
{
    QTest::addColumn<qint64>("after");
    QTest::addColumn<int>("lines");
    QTest::addRow("everything") << qint64(0) << 5;
    QTest::addRow("the last two") << qint64(3) << 2;
    QTest::addRow("nothing new") << qint64(5) << 0;
    QTest::addRow("more than there is") << qint64(99) << 0;
}

void EventLogTest::followsFromASequenceNumber()
{
    QFETCH(qint64, after);
    QFETCH(int, lines);
    auto log = EventLog::open(path());
    for (int i = 0; i < 5; ++i)
        log->append(warning("word"));
    QVERIFY(log->drain(patience));
    QCOMPARE(int(sequences(after).size()), lines);
}

void EventLogTest::waitsForTheRestOfALine()
{
    const std::string line = toLine(Event{1, 0, warning("halves")}) + "\n";
    EventReader reader(path(), 0);
    QVERIFY(reader.next()->empty()); // the file does not exist yet
    appendRaw(line.substr(0, 10));
    QVERIFY(reader.next()->empty());
    appendRaw(line.substr(10));
    const auto whole = reader.next();
    QCOMPARE(whole->size(), std::size_t(1));
    QCOMPARE(whole->front().text + "\n", line);
    QVERIFY(reader.next()->empty());
}

// Whoever counts the events would otherwise find numbers missing without a reason.
void EventLogTest::handsOnWhatIsNoEvent()
{
    const std::string good = toLine(Event{1, 0, warning("good")}) + "\n";
    const std::string broken = "{\"type\":\"teleported\"}\n" + std::string(3 * longestEventLine, 'x') + "\n";
    appendRaw(broken + good + broken);
    for (const std::int64_t after : {0, 1}) {
        EventReader reader(path(), after);
        std::size_t unreadable = 0;
        std::vector<std::int64_t> events;
        for (auto lines = reader.next(); !lines->empty(); lines = reader.next()) {
            for (const LoggedLine &line : *lines) {
                unreadable += line.sequence == 0 ? line.text.size() : 0;
                if (line.sequence > 0)
                    events.push_back(line.sequence);
            }
        }
        QCOMPARE(events.size(), std::size_t(after == 0 ? 1 : 0));
        QCOMPARE(unreadable, (broken.size() - 2) * (after == 0 ? 2 : 1));
    }
}

// They are of an engine of another version, and count as any other.
void EventLogTest::handsOnEventsThatItDoesNotKnow()
{
    const std::string unknown = "{\"seq\":2,\"time\":0,\"type\":\"teleported\",\"to\":{\"x\":1}}";
    appendRaw(toLine(Event{1, 0, warning("good")}) + "\n" + unknown + "\n");
    EventReader reader(path(), 0);
    const auto lines = reader.next();
    QCOMPARE(lines->size(), std::size_t(2));
    QCOMPARE(lines->back().text, unknown);
    QCOMPARE(lines->back().sequence, 2);
    QVERIFY(!lines->back().finishes);
    QCOMPARE(summarize(path())->lastSequence, 2);
    auto log = EventLog::open(path());
    log->append(warning("next"));
    QVERIFY(log->drain(patience));
    QCOMPARE(sequences(2), std::vector<std::int64_t>{3});
}

void EventLogTest::summarizesTheEnd()
{
    QCOMPARE(summarize(path())->lastSequence, std::int64_t(0));
    {
        auto log = EventLog::open(path());
        StepDone step;
        for (step.step = 1; step.step <= 20000; ++step.step)
            log->append(step);
        QVERIFY(log->drain(patience));
    }
    const auto running = summarize(path());
    QCOMPARE(running->lastSequence, std::int64_t(20000));
    QCOMPARE(running->step, std::int64_t(20000));
    QVERIFY(!running->finished);
    EventLog::open(path())->append(RunFinished{});
    QVERIFY(summarize(path())->finished);
}

QTEST_GUILESS_MAIN(EventLogTest)
#include "tst_eventlog.moc"
