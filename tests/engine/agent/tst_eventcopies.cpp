// Which events go to the machines that hold copies of the log, whatever these have already.
#include "engine/agent/eventcopies.h"
#include "engine/run/eventlog.h"

#include <QTemporaryDir>
#include <QTest>

#include <limits>
#include <set>

using namespace motley;

namespace {

// A log on disk, and a machine that takes what it is sent, unless it loses that.
class Copying {
public:
    Copying()
    {
        auto log = EventLog::open(path(),
            {.numbered = [this](const LoggedEvent &logged) { m_copies.add(logged.event.sequence, logged.line); }});
        if (!log)
            qFatal("%s", log.error().message.c_str());
        m_log.emplace(std::move(*log));
    }

    EventCopies &copies() { return m_copies; }
    void append(int events)
    {
        for (int i = 0; i < events; ++i)
            m_log->append(Telemetry()); // which the disk need not have at once
        QVERIFY(m_log->drain(std::chrono::seconds(30)));
    }
    // Sends what is due, and says what has come.
    void send(int machine, bool isLost = false)
    {
        for (const auto &[to, line] : m_copies.takeDue()) {
            const auto event = parseEvent(line);
            if (event && to == machine && !isLost && event->sequence == m_has[machine] + 1)
                ++m_has[machine];
        }
        m_copies.hear(machine, m_has[machine]);
    }
    std::int64_t has(int machine) { return m_has[machine]; }

private:
    std::string path() const { return m_folder.path().toStdString() + "/events.jsonl"; }

    QTemporaryDir m_folder;
    EventCopies m_copies{path()};
    std::optional<EventLog> m_log;
    std::map<int, std::int64_t> m_has;
};

} // namespace

class EventCopiesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sendsEachEventOnce();
    void givesWhatIsInMemory();
    void bringsWhoComesLaterUpToDate();
    void sendsAnewWhatWasLost();
    void knowsWhatWouldOutliveThisMachine();
};

void EventCopiesTest::sendsEachEventOnce()
{
    Copying run;
    run.copies().keepAt({1});
    run.append(3);
    QVERIFY(run.copies().takeDue().empty()); // nobody has said what he has
    run.copies().hear(1, 0);
    run.copies().hear(2, 0); // holds none
    QVERIFY(!run.copies().hasSentAll());
    QCOMPARE(run.copies().takeDue().size(), std::size_t(3));
    QVERIFY(run.copies().hasSentAll());
    QVERIFY(run.copies().takeDue().empty());
    run.append(2);
    const auto due = run.copies().takeDue();
    QCOMPARE(due.size(), std::size_t(2));
    QCOMPARE(due[0].machine, 1);
    QCOMPARE(parseEvent(due[1].line)->sequence, std::int64_t(5));
}

// From the file, where memory has no longer all of them.
void EventCopiesTest::bringsWhoComesLaterUpToDate()
{
    Copying run;
    run.append(int(EventCopies::mostRecent) * 2);
    run.copies().keepAt({2, 3});
    for (const int machine : {2, 3})
        run.copies().hear(machine, 0);
    for (int i = 0; i < 100 && !run.copies().hasSentAll(); ++i) {
        run.append(1);
        for (const auto &[machine, line] : run.copies().takeDue())
            QVERIFY(!line.empty());
    }
    QVERIFY(run.copies().hasSentAll());

    Copying other;
    other.append(int(EventCopies::mostRecent) * 2);
    other.copies().keepAt({3});
    for (int i = 0; i < 200; ++i)
        other.send(3);
    QCOMPARE(other.has(3), std::int64_t(EventCopies::mostRecent) * 2);
}

void EventCopiesTest::sendsAnewWhatWasLost()
{
    Copying run;
    run.copies().keepAt({1});
    run.send(1);
    run.append(5);
    run.send(1, true);
    run.append(1);
    for (int i = 0; i < 20; ++i)
        run.send(1);
    QCOMPARE(run.has(1), std::int64_t(6));
}

// One that is brought up to date holds nobody up.
void EventCopiesTest::knowsWhatWouldOutliveThisMachine()
{
    Copying run;
    std::set<int> unsent;
    const auto lastKept = [&] { return run.copies().lastKept([&](int machine) { return unsent.count(machine) > 0; }); };
    const std::int64_t everything = std::numeric_limits<std::int64_t>::max();
    run.append(3);
    QCOMPARE(lastKept(), everything); // nobody keeps copies
    run.copies().keepAt({1, 2});
    run.copies().hear(1, 0);
    QCOMPARE(lastKept(), everything); // nobody has them all yet
    run.copies().takeDue();
    QCOMPARE(lastKept(), 3);
    run.append(2);
    QCOMPARE(lastKept(), 3);
    run.copies().takeDue();
    unsent = {1};
    QCOMPARE(lastKept(), 3);
    unsent = {};
    QCOMPARE(lastKept(), 5);
    run.append(1);
    run.copies().takeDue();
    unsent = {2};
    run.copies().hear(2, 0);
    QCOMPARE(lastKept(), 6);
    run.copies().keepAt({});
    QCOMPARE(lastKept(), everything);
    run.copies().keepAt({1}); // of a machine that coordinates from now on, in place of another one
    run.copies().countUnheard();
    QCOMPARE(lastKept(), 0);
    run.copies().hear(1, 4);
    QCOMPARE(lastKept(), 4);
    run.copies().takeDue();
    QCOMPARE(lastKept(), 6);
}

// For whoever coordinates next and has fewer events.
void EventCopiesTest::givesWhatIsInMemory()
{
    Copying run;
    QVERIFY(run.copies().recentAfter(0).empty());
    constexpr int events = int(EventCopies::mostRecent) + 5;
    run.append(events);
    QVERIFY(run.copies().recentAfter(events).empty());
    const auto lines = run.copies().recentAfter(events - 2);
    QCOMPARE(lines.size(), std::size_t(2));
    QCOMPARE(parseEvent(lines.front())->sequence, std::int64_t(events - 1));
    QCOMPARE(run.copies().recentAfter(5).size(), EventCopies::mostRecent);
    QVERIFY(run.copies().recentAfter(4).empty()); // whoever lacks the fifth could put none of the others behind it
}

QTEST_GUILESS_MAIN(EventCopiesTest)
#include "tst_eventcopies.moc"
