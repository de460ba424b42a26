// The error of a median of autocorrelated noise is estimated: correlated noise averages out more slowly.
#include "engine/plan/statistics/autocorrelatednoise.h"
#include "engine/plan/statistics/median.h"

#include <QtTest>

#include <cmath>
#include <numeric>
#include <random>

using namespace motley;

namespace {

// An autoregression of order one around 1: each value keeps `kept` of the previous value's deviation.
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

// The root mean square, over many series, of the difference between the median of the last `latest` values and the
// median of the values before them.
double trueError(std::size_t before, std::size_t latest, double kept)
{
    constexpr unsigned many = 400;
    double squares = 0;
    for (unsigned seed = 0; seed < many; ++seed) {
        const auto values = series(before + latest, 0.05, kept, seed);
        const auto border = values.begin() + std::ptrdiff_t(before);
        const double off = median({border, values.end()}) - median({values.begin(), border});
        squares += off * off;
    }
    return std::sqrt(squares / many);
}

} // namespace

class LastingNoiseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatLasts();
    void mindsNoOddValue();
    void knowsTheErrorOfMedians_data();
    void knowsTheErrorOfMedians();
    void saysNothingOfTooFewValues();
};

void LastingNoiseTest::tellsWhatLasts()
{
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Noise passing = noiseOf(series(256, 0.05, 0, seed));
        QVERIFY2(passing.autocorrelated < 0.15, qPrintable(QString::number(passing.autocorrelated)));
        QVERIFY(passing.deviation > 0.04 && passing.deviation < 0.075);
        const Noise autocorrelated = noiseOf(series(256, 0.05, 0.95, seed));
        QVERIFY2(autocorrelated.autocorrelated > 0.5, qPrintable(QString::number(autocorrelated.autocorrelated)));
    }
}

void LastingNoiseTest::mindsNoOddValue()
{
    auto values = series(100, 0.05, 0, 1);
    const Noise before = noiseOf(values);
    values[40] = 30;
    const Noise after = noiseOf(values);
    QVERIFY(std::abs(after.deviation / before.deviation - 1) < 0.1);
    QVERIFY(after.autocorrelated < before.autocorrelated + 0.1);
}

void LastingNoiseTest::knowsTheErrorOfMedians_data()
{
    QTest::addColumn<double>("kept");
    QTest::addRow("noise that passes") << 0.0;
    QTest::addRow("noise that lasts") << 0.9;
    QTest::addRow("noise that lasts long") << 0.97;
}

void LastingNoiseTest::knowsTheErrorOfMedians()
{
    QFETCH(double, kept);
    constexpr std::size_t before = 60;
    for (const std::size_t latest : {std::size_t(8), std::size_t(32)}) {
        std::vector<double> told;
        for (unsigned seed = 0; seed < 100; ++seed)
            told.push_back(errorOfMedians(noiseOf(series(256, 0.05, kept, seed)), before, latest));
        const double ratio = median(told) / trueError(before, latest, kept);
        QVERIFY2(ratio > 0.8 && ratio < 2, qPrintable(QString::number(ratio)));
    }
}

void LastingNoiseTest::saysNothingOfTooFewValues()
{
    QCOMPARE(noiseOf({}).deviation, 0.0);
    QCOMPARE(noiseOf({}).autocorrelated, 0.0);
    const auto rising = [](std::size_t size) {
        std::vector<double> values(size);
        std::iota(values.begin(), values.end(), 1.0);
        return values;
    };
    QCOMPARE(noiseOf(rising(fewestForNoise - 1)).autocorrelated, 0.0);
    QVERIFY(noiseOf(rising(fewestForNoise)).autocorrelated > 0.3);
    QCOMPARE(noiseOf(std::vector<double>(100, 1.0)).autocorrelated, 0.0);
}

QTEST_GUILESS_MAIN(LastingNoiseTest)
#include "tst_autocorrelatednoise.moc"
