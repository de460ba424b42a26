// A gain that new shares are expected to bring is checked 20 steps later, and taken back if it did not come true.
#include "app/models/logmodel.h"
#include "tests/app/metricfeed.h"

#include <QLocale>
#include <QTest>

#include <cmath>

using namespace motley;

class GainFoundTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWhatBecameOfAnExpectedGain_data();
    void findsWhatBecameOfAnExpectedGain();
    void comparesAGainWithTheSlowStepsAlone();
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
    MetricSeries series;
    Feed feed(series);
    std::vector<LogLine> lines;
    connect(&series, &MetricSeries::logged, this,
        [&](const std::vector<LogLine> &more) { lines.insert(lines.end(), more.begin(), more.end()); });
    feed(PlanChosen{twoMachines()});
    for (int i = 1; i <= 30; ++i)
        feed(step(i, 2)); // of half a second
    SharesChanged changed;
    changed.step = 31;
    changed.shares = {32, 32, 192};
    changed.secondsBefore = 0.5;
    changed.secondsAfter = 0.25;
    feed(changed);
    QVERIFY(sentenceOf(lines.back()).contains(QStringLiteral("it is expected that steps take 50 % less time")));
    const std::size_t before = lines.size();
    for (int i = 31; i <= 60; ++i) {
        StepDone done = step(i, 2);
        done.seconds = secondsAfter;
        feed(done);
        QCOMPARE(lines.size(), before + (i >= 50)); // 20 steps later, once
    }
    QTEST(lines.back().level, "level");
    QFETCH(QString, words);
    QVERIFY2(sentenceOf(lines.back()).contains(words), qPrintable(sentenceOf(lines.back())));
}

// The gain was promised for the steps that a slowdown had made long, ten of the twenty before the change.
void GainFoundTest::comparesAGainWithTheSlowStepsAlone()
{
    MetricSeries series;
    Feed feed(series);
    std::vector<LogLine> lines;
    connect(&series, &MetricSeries::logged, this,
        [&](const std::vector<LogLine> &more) { lines.insert(lines.end(), more.begin(), more.end()); });
    feed(PlanChosen{twoMachines()});
    const auto feedSteps = [&](int from, int to, double seconds) {
        for (int i = from; i <= to; ++i) {
            StepDone done = step(i, 2);
            done.seconds = seconds;
            feed(done);
        }
    };
    feedSteps(1, 20, 0.2);
    feedSteps(21, 30, 0.5);
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
    feedSteps(31, 50, 0.3);
    QVERIFY(lines.back().gain && lines.back().gain->cameTrue());
    QVERIFY(std::abs(lines.back().gain->found - 0.4) < 1e-9);
}

QTEST_GUILESS_MAIN(GainFoundTest)
#include "tst_gainfound.moc"
