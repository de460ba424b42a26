// When the events of a machine that leads reach its disk: not before another machine has them.
#include "engine/agent/runlog.h"

#include <QTemporaryDir>
#include <QTest>

using namespace motley;

namespace {

Plan planOfTwo()
{
    Plan plan;
    for (int machine = 0; machine < 2; ++machine) {
        plan.machines.push_back({"box-" + std::to_string(machine + 1), "127.0.0.1"});
        plan.ranks.push_back({machine, {}, 10});
    }
    return plan;
}

} // namespace

class RunLogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesWhatANewLeaderSaysOnceAnotherMachineHasIt();
};

// It takes some time to hear which events the others have, and it may be lost before.
void RunLogTest::writesWhatANewLeaderSaysOnceAnotherMachineHasIt()
{
    const QTemporaryDir temporary;
    const RunFolder folder{temporary.path().toStdString()};
    const auto opened = RunLog::open(folder, planOfTwo(), {});
    QVERIFY(opened);
    RunLog &log = **opened;
    const auto written = [&] {
        QFile file(QString::fromStdString(folder.events()));
        return file.open(QIODevice::ReadOnly) ? int(file.readAll().count('\n')) : -1;
    };
    const auto look = [&] {
        log.deliver();
        const auto due = log.copies().takeDue();
        log.writeWhatIsKept([](int) { return false; });
        return due.size();
    };
    QVERIFY(log.copy(Event{1, 5, Note{0, "of the one that led before"}}));
    QTRY_COMPARE(written(), 1);

    log.copies().keepAt({1});
    log.lead();
    log.append(Note{0, "of the one that leads now"});
    for (int i = 0; i < 10; ++i) {
        QTest::qWait(20);
        QCOMPARE(look(), std::size_t(0));
    }
    QCOMPARE(written(), 1);
    log.copies().hear(1, 1);
    QCOMPARE(look(), std::size_t(1));
    QTRY_COMPARE(written(), 2);
}

QTEST_GUILESS_MAIN(RunLogTest)
#include "tst_runlog.moc"
