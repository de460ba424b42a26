// A long run that is opened again is shown while it is read, and says nothing that was true only once.
#include "app/models/runnotice.h"
#include "app/models/workspace.h"
#include "remote/history/eventcache.h"
#include "tests/app/lostmachines.h"
#include "tests/app/modelbytes.h"
#include "tests/app/settle.h"

#include <QFileInfo>
#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <malloc.h>

using namespace motley;

namespace {

constexpr int steps = 20'000;
constexpr int patience = 60'000; // milliseconds

std::size_t bytesInUse() // 0: nobody counts them
{
    const auto info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

} // namespace

class LongOpeningTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void isShownWhileItIsRead();
    void storesItsTestsOnce();
    void isLeftWhileItIsRead();
    void isTheSameFromItsCache();
    void hasRoomForItsSteps();
    void givesItsMemoryBack();

private:
    OpenRun *opened(); // once it is read
    void close(OpenRun *run);
    QString cache() const;

    QTemporaryDir m_home;
    QString m_id;
    std::unique_ptr<Workspace> m_workspace;
};

// gpu1 is lost at first and comes back before the end.
void LongOpeningTest::init()
{
    m_workspace.reset();
    RunHistory history(m_home.path());
    QVERIFY(history.open());
    JobSpec job;
    job.name = "long";
    job.task = ImageSpec{{}, {"/data"}};
    auto record = history.create(job, {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}}});
    QVERIFY(record);
    record->remoteRuns = {{"engine", "run"}};
    record->outcome = RunRecord::Outcome::Completed;
    QVERIFY(history.update(*record));
    m_id = record->id;
    QFile file(record->eventsFile());
    QVERIFY(file.open(QIODevice::WriteOnly));
    std::int64_t sequence = 0;
    const auto add = [&](EventBody body) {
        ++sequence;
        file.write(QByteArray::fromStdString(toLine({sequence, 1e9 + 0.1 * double(sequence), std::move(body)})) + '\n');
    };
    add(PlanChosen{fourRanks()});
    for (int step = 1; step <= steps; ++step) {
        add(stepOf(step, step > 10 && step < steps - 10 ? std::vector<int>{0, 1, 3} : std::vector<int>{0, 1, 2, 3}));
        if (step == 10)
            add(withoutGpu1(step));
        if (step == steps - 11) {
            MembershipChanged came{3, step, {0, 1, 2, 3}, {32, 32, 96, 96}, {}};
            came.came = {1};
            add(came);
        }
        if (step % 50 == 0)
            add(Telemetry{step / 50 % 2, step * 0.01, std::int64_t(step) << 20, std::int64_t(64) << 30,
                {{"GPU-1", 90.0, std::int64_t(step), 212.5, 64.0}}});
        if (step % 3000 == 0)
            add(Warning{-1, "The disk is slow."});
        if (step % 1000 == 0)
            add(Evaluation{step, 1, 0.4, {{"accuracy", step * 1e-5, Metric::Unit::Fraction}}, 100, 1});
    }
    add(RunFinished{RunFinished::Outcome::Completed, steps, 9, "", ""});
    file.close();
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home.path(), m_home.path()});
    QVERIFY(m_workspace->load());
}

void LongOpeningTest::isShownWhileItIsRead()
{
    OpenRun *run = m_workspace->open(m_id);
    QVERIFY(run && run->isReading());
    std::size_t shown = 0; // while it was read
    connect(run, &OpenRun::seriesChanged, this, [&] {
        if (!run->isReading())
            return;
        shown = run->series().steps().size();
        QVERIFY(!noticeOf(*run));
    });
    QTRY_VERIFY_WITH_TIMEOUT(!run->isReading(), patience);
    QVERIFY2(shown > 0 && shown < steps, qPrintable(QString::number(shown)));
    QCOMPARE(run->series().steps().size(), std::size_t(steps));
    QVERIFY(run->series().members().areAll());
}

void LongOpeningTest::storesItsTestsOnce()
{
    QSignalSpy stored(&m_workspace->history(), &RunHistory::changed);
    OpenRun *run = m_workspace->open(m_id);
    QTRY_VERIFY_WITH_TIMEOUT(run->series().finished(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(!run->isReading() && m_workspace->history().find(m_id)->best, patience);
    QCOMPARE(m_workspace->history().find(m_id)->best->value, steps * 1e-5);
    QVERIFY2(stored.size() < 5, qPrintable(QString::number(stored.size())));
}

void LongOpeningTest::isLeftWhileItIsRead()
{
    OpenRun *run = m_workspace->open(m_id);
    QSignalSpy changes(run, &OpenRun::seriesChanged);
    while (run->series().steps().empty())
        QVERIFY(changes.wait(patience));
    QVERIFY(run->isReading());
    m_workspace.reset();
}

OpenRun *LongOpeningTest::opened()
{
    OpenRun *run = m_workspace->open(m_id);
    const bool isRead = QTest::qWaitFor([&] { return !run->isReading() && run->isOver(); }, patience);
    return isRead ? run : nullptr;
}

void LongOpeningTest::close(OpenRun *run)
{
    const QPointer<OpenRun> closed = run;
    m_workspace->close(run);
    deliverEvents();
    QVERIFY(!closed);
}

QString LongOpeningTest::cache() const
{
    const auto record = m_workspace->history().find(m_id);
    return record ? QString::fromStdString(eventCacheOf(record->eventsFile().toStdString())) : QString();
}

void LongOpeningTest::isTheSameFromItsCache()
{
    OpenRun *run = opened();
    QVERIFY(run);
    QVERIFY(QFile::exists(cache()));
    const QByteArray expected = ModelBytes::of(*run);
    QVERIFY(expected.size() > steps * 100);
    close(run);
    for (int i = 0; i < 2; ++i) {
        run = opened();
        QVERIFY(run);
        QVERIFY(ModelBytes::of(*run) == expected);
        close(run);
    }
    const QString path = cache();
    QVERIFY(m_workspace->history().remove(m_id));
    QVERIFY(!QFile::exists(path));
}

// Columns that are copied while they grow make the window stand still, all at the same step.
void LongOpeningTest::hasRoomForItsSteps()
{
    for (int i = 0; i < 2; ++i) { // the second time from its cache
        OpenRun *run = m_workspace->open(m_id);
        QTRY_VERIFY_WITH_TIMEOUT(!run->series().steps().empty(), patience);
        const MetricSeries &series = run->series();
        const auto *loss = series.loss().data();
        const auto *speed = series.machines().front().samplesPerSecond.data();
        QTRY_VERIFY_WITH_TIMEOUT(!run->isReading(), patience);
        QCOMPARE(series.steps().size(), std::size_t(steps));
        QCOMPARE(series.loss().data(), loss);
        QCOMPARE(series.machines().front().samplesPerSecond.data(), speed);
        close(run);
    }
}

void LongOpeningTest::givesItsMemoryBack()
{
    if (bytesInUse() == 0)
        QSKIP("The allocator of this build does not count.");
    close(opened()); // what is made once stays
    const std::size_t before = bytesInUse();
    OpenRun *run = opened();
    QVERIFY(run);
    const std::size_t open = bytesInUse();
    QVERIFY2(open > before + 100 * steps, qPrintable(QString::number(open - before)));
    close(run);
    QTRY_VERIFY2(bytesInUse() < before + (open - before) / 10, qPrintable(QString::number(bytesInUse() - before)));
}

QTEST_MAIN(LongOpeningTest)
#include "tst_longopening.moc"
