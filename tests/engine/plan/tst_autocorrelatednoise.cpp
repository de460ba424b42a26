// Means of values that follow those before vary more than those of independent ones, and it is known how much more.
#include "engine/statistics/autocorrelatednoise.h"
#include "engine/statistics/median.h"

#include <QtTest>

#include <cmath>
#include <numeric>
#include <random>

using namespace motley;

namespace {

// Around 1; each value keeps `kept` of what the one before was off by (an autoregression of order one).
std::vector<double> series(std::size_t size, double deviation, double kept, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> news(0, deviation * std::sqrt(1 - kept * kept));
    std::normal_distribution<double> first(0, deviation);
    std::vector<double> values;
    double off = first(random);
    for (std::size_t i = 0; i < size; ++i) {
        values.push_back(1 + off);
        off = kept * off + news(random);
    }
    return values;
}

// Of independent values whose means vary as much as those of these do, over many series.
double trueLongRunDeviation(double kept)
{
    constexpr unsigned many = 400;
    constexpr std::size_t size = 256;
    double squares = 0;
    for (unsigned seed = 0; seed < many; ++seed) {
        const auto values = series(size, 0.05, kept, seed);
        const double off = std::accumulate(values.begin(), values.end(), 0.0) / double(size) - 1;
        squares += off * off;
    }
    return std::sqrt(squares / many * double(size));
}

} // namespace

class AutocorrelatedNoiseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsTheLongRunDeviation_data();
    void knowsTheLongRunDeviation();
    void mindsNoOddValue();
    void needsNoMany();
};

void AutocorrelatedNoiseTest::knowsTheLongRunDeviation_data()
{
    QTest::addColumn<double>("kept");
    QTest::addRow("independent") << 0.0;
    QTest::addRow("follow the one before") << 0.5;
    QTest::addRow("follow the three before") << 0.7;
}

void AutocorrelatedNoiseTest::knowsTheLongRunDeviation()
{
    QFETCH(double, kept);
    std::vector<double> estimates;
    for (unsigned seed = 0; seed < 100; ++seed)
        estimates.push_back(longRunDeviation(series(256, 0.05, kept, seed)));
    const double ratio = median(estimates) / trueLongRunDeviation(kept);
    QVERIFY2(ratio > 0.75, qPrintable(QString::number(ratio)));
    QVERIFY2(ratio < 1.5, qPrintable(QString::number(ratio)));
}

void AutocorrelatedNoiseTest::mindsNoOddValue()
{
    auto values = series(100, 0.05, 0, 1);
    const double before = longRunDeviation(values);
    values[40] = 30;
    QVERIFY(std::abs(longRunDeviation(values) / before - 1) < 0.15);
}

void AutocorrelatedNoiseTest::needsNoMany()
{
    QCOMPARE(longRunDeviation({}), 0.0);
    QCOMPARE(longRunDeviation({1}), 0.0);
    QCOMPARE(longRunDeviation(std::vector<double>(100, 1.0)), 0.0);
    QVERIFY(longRunDeviation({1, 2, 3}) > 0);
}

QTEST_GUILESS_MAIN(AutocorrelatedNoiseTest)
#include "tst_autocorrelatednoise.moc"
