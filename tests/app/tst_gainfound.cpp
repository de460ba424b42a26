// A gain that new shares are expected to bring is checked 20 steps later, and taken back if it did not come true.
#include "app/models/logmodel.h"
#include "tests/app/metricfeed.h"
#include "tests/app/plainspaces.h"
#include "tests/app/recount.h"
#include "tests/app/shownnumbers.h"

#include <QFile>
#include <QLocale>
#include <QTest>

#include <cmath>

using namespace motley;

namespace {

SharesChanged halved(std::int64_t step) // the time of each step from then on, as is expected
{
    SharesChanged changed;
    changed.step = step;
    changed.shares = {32, 32, 192};
    changed.secondsBefore = 0.5;
    changed.secondsAfter = 0.25;
    return changed;
}

// A run on two machines, and all lines of its log.
struct LoggedRun {
    LoggedRun()
    {
        QObject::connect(&series, &MetricSeries::logged,
            [this](const std::vector<LogLine> &more) { lines.insert(lines.end(), more.begin(), more.end()); });
        feed(PlanChosen{twoMachines()});
    }

    void takeSteps(int from, int to, double seconds) // each
    {
        for (int i = from; i <= to; ++i) {
            StepDone done = step(i, 2);
            done.seconds = seconds;
            feed(done);
        }
    }

    MetricSeries series;
    Feed feed{series};
    std::vector<LogLine> lines;
};

} // namespace

class GainFoundTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWhatBecameOfAnExpectedGain_data();
    void findsWhatBecameOfAnExpectedGain();
    void comparesAGainWithTheSlowStepsAlone();
    void checksReplacedSharesOverTheStepsTheyHad_data();
    void checksReplacedSharesOverTheStepsTheyHad();
    void saysWhatARunThatEndsCanStillTell_data();
    void saysWhatARunThatEndsCanStillTell();
    void saysThatTooFewStepsCameBefore();
};

void GainFoundTest::findsWhatBecameOfAnExpectedGain_data()
{
    QTest::addColumn<double>("secondsAfter");
    QTest::addColumn<LogLine::Level>("level");
    QTest::addColumn<QString>("words");
    QTest::addRow("it came true") << 0.25 << LogLine::Level::Info << "steps take 50 % less time; 50 % was expected";
    QTest::addRow("less than half") << 0.45 << LogLine::Level::Warning << "only 10 % less time, and not 50 %";
    QTest::addRow("the opposite") << 0.71 << LogLine::Level::Warning << "42 % more time, and not 50 % less";
}

void GainFoundTest::findsWhatBecameOfAnExpectedGain()
{
    QFETCH(double, secondsAfter);
    QLocale::setDefault(QLocale::c());
    LoggedRun run;
    Feed &feed = run.feed;
    const std::vector<LogLine> &lines = run.lines;
    run.takeSteps(1, 30, 0.5);
    feed(halved(31));
    QVERIFY(plainSpaces(sentenceOf(lines.back())).contains(QStringLiteral("steps should take 50 % less time")));
    const std::size_t before = lines.size();
    for (int i = 31; i <= 60; ++i) {
        StepDone done = step(i, 2);
        done.seconds = secondsAfter;
        feed(done);
        QCOMPARE(lines.size(), before + (i >= 50)); // 20 steps later, once
    }
    QTEST(lines.back().level, "level");
    QFETCH(QString, words);
    QVERIFY2(plainSpaces(sentenceOf(lines.back())).contains(words), qPrintable(sentenceOf(lines.back())));
}

// The gain was promised for the steps that a slowdown had made long, ten of the twenty before the change.
void GainFoundTest::comparesAGainWithTheSlowStepsAlone()
{
    LoggedRun run;
    Feed &feed = run.feed;
    const std::vector<LogLine> &lines = run.lines;
    run.takeSteps(1, 20, 0.2);
    run.takeSteps(21, 30, 0.5);
    Slowdown slowdown;
    slowdown.machine = 1;
    slowdown.sinceStep = 21;
    feed(slowdown);
    SharesChanged changed;
    changed.step = 31;
    changed.shares = {96, 96, 64};
    changed.secondsBefore = 0.5;
    changed.secondsAfter = 0.3;
    feed(changed);
    run.takeSteps(31, 50, 0.3);
    QVERIFY(lines.back().gain);
    QVERIFY(lines.back().gain->cameTrue());
    QVERIFY(std::abs(*lines.back().gain->found - 0.4) < 1e-9);
}

void GainFoundTest::checksReplacedSharesOverTheStepsTheyHad_data()
{
    QTest::addColumn<int>("steps"); // until they are replaced
    QTest::addColumn<QString>("words");
    QTest::addRow("enough to say") << 12 << "after 12 step(s), which took";
    QTest::addRow("too few") << 3 << "after 3 step(s), before it could be checked";
}

// A recorded run, which in truth keeps its new shares, and one more change.
void GainFoundTest::checksReplacedSharesOverTheStepsTheyHad()
{
    QFETCH(int, steps);
    QFETCH(QString, words);
    QLocale::setDefault(QLocale::c());
    QFile recorded(QStringLiteral(MOTLEY_FIXTURES "/runs/slowed.jsonl"));
    QVERIFY(recorded.open(QIODevice::ReadOnly));
    const QByteArray all = recorded.readAll();
    const recount::Run run(all);
    const double changed = run.changes.front()["step"].toDouble();
    MetricSeries series;
    std::vector<LogLine> verdicts;
    connect(&series, &MetricSeries::logged, this, [&](const std::vector<LogLine> &more) {
        std::copy_if(more.begin(), more.end(), std::back_inserter(verdicts),
            [](const LogLine &line) { return line.gain.has_value(); });
    });
    for (const QByteArray &line : all.trimmed().split('\n')) {
        const Event event = *parseEvent(line.toStdString());
        series.append({event});
        const auto *done = std::get_if<StepDone>(&event.body);
        if (!done || double(done->step) != changed + steps - 1)
            continue;
        SharesChanged again;
        again.step = done->step + 1;
        again.shares = {120, 136};
        again.secondsBefore = 0.05;
        again.secondsAfter = 0.04;
        series.append({{0, event.time, again}});
        QCOMPARE(int(verdicts.size()), 1); // at once
    }
    // And one of the shares that came after them, which says nothing where there are too few steps to compare with.
    QCOMPARE(int(verdicts.size()), 2);
    QVERIFY(verdicts.front().gain->isReplaced);
    QVERIFY(!verdicts.back().gain->isReplaced);
    QCOMPARE(verdicts.back().gain->found.has_value(), steps >= 5);
    const QString sentence = plainSpaces(sentenceOf(verdicts.front()));
    QVERIFY2(sentence.contains(words), qPrintable(sentence));
    const auto first = std::size_t(changed - run.steps.front());
    const QJsonObject change = run.changes.front();
    const double gain = 100 * (1 - change["secondsAfter"].toDouble() / change["secondsBefore"].toDouble());
    if (steps < 5) {
        QVERIFY(!verdicts.front().gain->found);
        QVERIFY(shows(sentence, {changed, double(steps), gain}));
        return;
    }
    const double found = 1
        - recount::mean(run.seconds, first, first + std::size_t(steps)) / recount::mean(run.seconds, first - 20, first);
    QVERIFY(std::abs(*verdicts.front().gain->found - found) < 1e-9);
    QVERIFY(shows(sentence, {changed, double(steps), std::abs(100 * found), gain}));
}

void GainFoundTest::saysWhatARunThatEndsCanStillTell_data()
{
    QTest::addColumn<int>("steps"); // with the new shares
    QTest::addColumn<QString>("words");
    QTest::addRow("five steps") << 5 << "Since step 31 steps take 50 % less time; 50 % was expected";
    QTest::addRow("four steps") << 4
                                << "Too few steps to tell whether steps take 50 % less time since step 31, as was "
                                   "expected";
    QTest::addRow("none") << 0
                          << "Too few steps to tell whether steps take 50 % less time since step 31, as was expected";
}

void GainFoundTest::saysWhatARunThatEndsCanStillTell()
{
    QFETCH(int, steps);
    QLocale::setDefault(QLocale::c());
    LoggedRun run;
    Feed &feed = run.feed;
    const std::vector<LogLine> &lines = run.lines;
    run.takeSteps(1, 30, 0.5);
    feed(halved(31));
    run.takeSteps(31, 30 + steps, 0.25);
    const std::size_t before = lines.size();
    feed(RunFinished{});
    QCOMPARE(lines.size(), before + 2); // the verdict, and below it the end
    QVERIFY(!lines.back().gain);
    QCOMPARE(lines[before].level, LogLine::Level::Info);
    QTEST(plainSpaces(sentenceOf(lines[before])), "words");
}

void GainFoundTest::saysThatTooFewStepsCameBefore()
{
    QLocale::setDefault(QLocale::c());
    MetricSeries series;
    Feed feed(series);
    std::vector<LogLine> verdicts;
    connect(&series, &MetricSeries::logged, this, [&](const std::vector<LogLine> &more) {
        std::copy_if(more.begin(), more.end(), std::back_inserter(verdicts),
            [](const LogLine &line) { return line.gain.has_value(); });
    });
    feed(PlanChosen{twoMachines()});
    for (int i = 1; i <= 5; ++i) // the first one warms up
        feed(step(i, 2));
    feed(halved(6));
    for (int i = 6; i <= 40; ++i)
        feed(step(i, 2));
    QCOMPARE(verdicts.size(), std::size_t(1));
    QCOMPARE(plainSpaces(sentenceOf(verdicts.front())),
        QStringLiteral("Too few steps to tell whether steps take 50 % less time since step 6, as was expected"));
}

QTEST_GUILESS_MAIN(GainFoundTest)
#include "tst_gainfound.moc"
