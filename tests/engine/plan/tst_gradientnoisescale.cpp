// The noise scale against gradients whose mean and covariance are known. Bounds are five standard deviations of the
// estimators for normal gradients.
#include "engine/statistics/gradientnoisescale.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using namespace motley;

namespace {

// Draws the gradients of units: normal, with a mean and a variance for each parameter.
class Gradients {
public:
    explicit Gradients(std::size_t parameters)
    {
        for (std::size_t i = 0; i < parameters; ++i) {
            m_mean.push_back(0.1 + 0.2 * double(i % 7));
            m_deviation.push_back(1 + double(i % 5));
        }
    }

    double square() const
    {
        return sum([](double mean, double) { return mean * mean; });
    }
    double trace() const
    {
        return sum([](double, double variance) { return variance; });
    }
    double traceOfSquare() const
    {
        return sum([](double, double variance) { return variance * variance; });
    }
    double alongMean() const
    {
        return sum([](double mean, double variance) { return mean * variance * mean; });
    }

    // Draws each rank's gradients of a step, and returns the squared norm of the mean over all units.
    double takeStep(const std::vector<double> &units, std::vector<GradientPart> &parts)
    {
        const double all = std::accumulate(units.begin(), units.end(), 0.0);
        parts.clear();
        std::vector<double> whole(m_mean.size(), 0);
        for (const double own : units) {
            parts.push_back({own, 0});
            for (std::size_t i = 0; own > 0 && i < m_mean.size(); ++i) {
                std::normal_distribution<double> meanOfUnits(m_mean[i], m_deviation[i] / std::sqrt(own));
                const double part = own / all * meanOfUnits(m_random);
                parts.back().square += part * part;
                whole[i] += part;
            }
        }
        return std::inner_product(whole.begin(), whole.end(), whole.begin(), 0.0);
    }

private:
    template <typename Term>
    double sum(const Term &term) const
    {
        double total = 0;
        for (std::size_t i = 0; i < m_mean.size(); ++i)
            total += term(m_mean[i], m_deviation[i] * m_deviation[i]);
        return total;
    }

    std::vector<double> m_mean;
    std::vector<double> m_deviation;
    std::mt19937 m_random{1};
};

} // namespace

class GradientNoiseScaleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isWithoutBias_data() { addSplits(); }
    void isWithoutBias();
    void averagesOverARun_data() { addSplits(); }
    void averagesOverARun();
    void saysNothingOfOneRank();
    void isNotMisledByNumbersThatAreNone();

private:
    static void addSplits()
    {
        QTest::addColumn<QList<double>>("units");
        QTest::addRow("2 even") << QList<double>{20, 20};
        QTest::addRow("2 uneven") << QList<double>{35, 5};
        QTest::addRow("3 uneven") << QList<double>{28, 2, 10};
        QTest::addRow("3 and one without units") << QList<double>{24, 0, 4, 12};
    }
};

void GradientNoiseScaleTest::isWithoutBias()
{
    QFETCH(QList<double>, units);
    constexpr int steps = 300;
    const double all = std::accumulate(units.begin(), units.end(), 0.0);
    const double others = double(units.size() - units.count(0.0)) - 1;
    Gradients gradients(500);
    NoiseEstimate mean;
    std::vector<GradientPart> parts;
    for (int i = 0; i < steps; ++i) {
        const double whole = gradients.takeStep({units.begin(), units.end()}, parts);
        const auto estimate = estimateNoise(parts, whole);
        QVERIFY(estimate);
        mean.variance += estimate->variance / steps;
        mean.square += estimate->square / steps;
    }
    const double varianceError = std::sqrt(2 * gradients.traceOfSquare() / others / steps);
    const double squareError = std::sqrt(
        (2 * gradients.traceOfSquare() / (all * all) * (1 + 1 / others) + 4 * gradients.alongMean() / all) / steps);
    qInfo("tr(Sigma) %.1f, estimated %.1f +- %.1f; |G|^2 %.2f, estimated %.2f +- %.2f", gradients.trace(),
        mean.variance, varianceError, gradients.square(), mean.square, squareError);
    QVERIFY(std::abs(mean.variance - gradients.trace()) < 5 * varianceError);
    QVERIFY(std::abs(mean.square - gradients.square()) < 5 * squareError);
    QVERIFY(varianceError < 0.01 * gradients.trace());
    QVERIFY(squareError < 0.02 * gradients.square()); // narrow enough to fail
}

// The moving average has a weight of 1/20, so its variance is that of a mean of 39 steps.
void GradientNoiseScaleTest::averagesOverARun()
{
    QFETCH(QList<double>, units);
    const double all = std::accumulate(units.begin(), units.end(), 0.0);
    const double others = double(units.size() - units.count(0.0)) - 1;
    Gradients gradients(500);
    GradientNoiseScale scale;
    std::vector<GradientPart> parts;
    for (int i = 0; i < 200; ++i) {
        const double whole = gradients.takeStep({units.begin(), units.end()}, parts);
        scale.add(parts, whole);
        QCOMPARE(scale.units().has_value(), i >= 4);
    }
    const double truth = gradients.trace() / gradients.square();
    const double varianceError = std::sqrt(2 * gradients.traceOfSquare() / others / 39) / gradients.trace();
    const double squareError
        = std::sqrt(
              (2 * gradients.traceOfSquare() / (all * all) * (1 + 1 / others) + 4 * gradients.alongMean() / all) / 39)
        / gradients.square();
    qInfo("noise scale %.2f, estimated %.2f", truth, *scale.units());
    QVERIFY(std::abs(*scale.units() / truth - 1) < 5 * std::hypot(varianceError, squareError));
}

void GradientNoiseScaleTest::saysNothingOfOneRank()
{
    QVERIFY(!estimateNoise({{32, 1.5}}, 1.5));
    QVERIFY(!estimateNoise({{32, 1.5}, {0, 0}}, 1.5));
    QVERIFY(!estimateNoise({}, 0));
}

void GradientNoiseScaleTest::isNotMisledByNumbersThatAreNone()
{
    GradientNoiseScale scale;
    for (int i = 0; i < 10; ++i)
        scale.add({{16, 1}, {16, 1}}, 3);
    const auto before = scale.units();
    QVERIFY(before);
    scale.add({{16, std::numeric_limits<double>::infinity()}, {16, 1}}, 3);
    scale.add({{16, 1}, {16, 1}}, std::nan(""));
    QCOMPARE(scale.units(), before);
}

QTEST_GUILESS_MAIN(GradientNoiseScaleTest)
#include "tst_gradientnoisescale.moc"
