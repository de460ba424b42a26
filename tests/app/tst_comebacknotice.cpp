// What is said above the charts of a run that has lost a machine, and what is offered with it, while this computer
// tries to take it back.
#include "app/models/runnotice.h"
#include "remote/session/silentprompter.h"
#include "tests/app/lostmachines.h"
#include "tests/app/plainspaces.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;
using Action = RunAction::Kind;

namespace {

constexpr int patience = 20'000; // milliseconds

}

class ComebackNoticeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void saysThatItIsTakenBack();
    void offersToDoSoNow();
    void saysThatItTakesPartAgain();
    void saysItBesideASlowdown();
    void takesNobodyBackOnceItIsStopped();

private:
    void open(const std::vector<Event> &events);
    RunNotice notice() const { return noticeOf(*m_run).value_or(RunNotice{}); }
    bool offersTo(Action kind) const
    {
        const auto actions = notice().actions;
        return std::any_of(actions.begin(), actions.end(), [&](const RunAction &one) { return one.kind == kind; });
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<RunHistory> m_history;
    std::unique_ptr<OpenRun> m_run;
    SilentPrompter m_prompter;
};

void ComebackNoticeTest::init()
{
    QLocale::setDefault(QLocale::c());
    m_run.reset();
    m_home = std::make_unique<QTemporaryDir>();
    m_history = std::make_unique<RunHistory>(m_home->path());
    QVERIFY(m_history->open());
    QFile engine(m_home->filePath(QStringLiteral("engine")));
    QVERIFY(engine.open(QIODevice::WriteOnly));
    engine.write("#!/bin/sh\ncase $1 in\nfollow) exec sleep 600 ;;\n*) exit 1 ;;\nesac\n");
    QVERIFY(engine.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

// Three machines, of which gpu1 and gpu2 do not answer.
void ComebackNoticeTest::open(const std::vector<Event> &events)
{
    JobSpec job;
    job.name = "digits";
    job.task = ImageSpec{{}, {"/data"}};
    const auto silent = [](const char *name) {
        return Machine{Machine::Kind::Ssh, QLatin1String(name), QStringLiteral("ssh://ada@127.0.0.1:9"), {}};
    };
    auto record = m_history->create(
        job, {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}}, silent("gpu1"), silent("gpu2")});
    QVERIFY(record);
    record->outcome = RunRecord::Outcome::Running;
    const std::string engine = m_home->filePath(QStringLiteral("engine")).toStdString();
    record->remoteRuns = {{engine, m_home->path().toStdString()}, {engine, "/nowhere/run"}, {engine, "/nowhere/run"}};
    QFile copy(record->eventsFile());
    QVERIFY(copy.open(QIODevice::WriteOnly));
    for (const Event &event : events)
        copy.write(QByteArray::fromStdString(toLine(event)) + '\n');
    copy.close();
    m_run = std::make_unique<OpenRun>(m_history.get(), &m_prompter);
    m_run->attach(*record, Questions::Unanswered);
    QTRY_COMPARE_WITH_TIMEOUT(m_run->state(), TrainingRun::State::Running, patience);
}

void ComebackNoticeTest::saysThatItIsTakenBack()
{
    open({{1, 1, PlanChosen{fourRanks()}}, {2, 2, stepOf(1, {0, 1, 2, 3})}, {3, 3, withoutGpu1(1)}});
    QVERIFY2(plainSpaces(notice().sentence)
                 .startsWith("gpu1 is lost; it is taken back as soon as it can be reached. Lost on the way: gpu1 after "
                             "step 1."),
        qPrintable(notice().sentence));
    QCOMPARE(notice().kind, MessageCard::Kind::Warning);
    QCOMPARE(m_run->log().back().machine, 1);
    QCOMPARE(std::get<Note>(m_run->log().back().body).message,
        std::string("gpu1 is lost; it is taken back as soon as it can be reached."));
}

void ComebackNoticeTest::offersToDoSoNow()
{
    open({{1, 1, PlanChosen{fourRanks()}}, {2, 2, stepOf(1, {0, 1, 2, 3})}, {3, 3, withoutGpu1(1)}});
    QCOMPARE(notice().actions.front().kind, Action::TakeBack);
    QCOMPARE(notice().actions.front().text, QStringLiteral("Take back now"));
    m_run->takeBack();
    QTRY_VERIFY_WITH_TIMEOUT(!m_run->comebacks().at(1).why.message.empty(), patience);
    QVERIFY2(notice().detail.startsWith("gpu1: Could not connect to gpu1"), qPrintable(notice().detail));
    QVERIFY(offersTo(Action::TakeBack));
    QCOMPARE(m_run->log().size(), std::size_t(3)); // that it does not answer is no line: plan, loss, and what is done
}

void ComebackNoticeTest::saysThatItTakesPartAgain()
{
    MembershipChanged came{3, 4, {0, 1, 2, 3}, {32, 32, 96, 96}, {}};
    came.came = {1};
    open({{1, 1, PlanChosen{fourRanks()}}, {2, 2, stepOf(1, {0, 1, 2, 3})}, {3, 3, withoutGpu1(1)}, {4, 4, came},
        {5, 5, GenerationFormed{3, 4, 0.2, 0.1}}});
    QVERIFY(m_run->comebacks().empty());
    QVERIFY(!offersTo(Action::TakeBack));
    QCOMPARE(plainSpaces(notice().sentence),
        QStringLiteral("Lost on the way: gpu1 after step 1, in the run again since step 5. The run goes on with 4 "
                       "rank(s)."));
    QCOMPARE(notice().kind, MessageCard::Kind::Info);
}

// As "Go on without gpu1" does, too.
void ComebackNoticeTest::saysItBesideASlowdown()
{
    const Slowdown slow{.step = 2, .sinceStep = 2, .machine = 2, .seconds = 1.8, .expectedSeconds = 1};
    std::vector<Event> events{{1, 1, PlanChosen{fourRanks()}}, {2, 2, stepOf(1, {0, 1, 2, 3})}, {3, 3, withoutGpu1(1)},
        {4, 4, GenerationFormed{2, 2, 0.2, 0.1}}, {5, 5, slow}};
    open(events);
    const QString missing = plainSpaces(notice().sentence);
    QVERIFY2(missing.startsWith("gpu1 is lost;") && missing.contains("gpu2: Since step 2 "), qPrintable(missing));

    MembershipChanged came{3, 6, {0, 1, 2, 3}, {32, 32, 96, 96}, {}};
    came.came = {1};
    events.insert(events.end(), {{6, 6, came}, {7, 7, GenerationFormed{3, 6, 0.2, 0.1}}});
    init();
    open(events);
    const QString back = plainSpaces(notice().sentence);
    QVERIFY2(back.startsWith("gpu2: Since step 2 ") && back.contains("Lost on the way: gpu1 "), qPrintable(back));
    QCOMPARE(notice().kind, MessageCard::Kind::Warning);
}

void ComebackNoticeTest::takesNobodyBackOnceItIsStopped()
{
    open({{1, 1, PlanChosen{fourRanks()}}, {2, 2, stepOf(1, {0, 1, 2, 3})}, {3, 3, withoutGpu1(1)}});
    QVERIFY(offersTo(Action::TakeBack));
    m_run->stopToResume({QStringLiteral("gpu1")});
    QVERIFY(m_run->comebacks().empty());
    QVERIFY(!offersTo(Action::TakeBack));
}

QTEST_MAIN(ComebackNoticeTest)
#include "tst_comebacknotice.moc"
