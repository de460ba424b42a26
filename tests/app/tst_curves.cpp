#include "app/plots/curves.h"

#include <QElapsedTimer>
#include <QTest>

#include <cmath>
#include <limits>
#include <numeric>

using namespace motley;

class CurvesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void smoothsWithoutAPullTowardsZero();
    void leavesOutWhatIsNoNumber();
    void keepsEveryPeak();
    void keepsAllPointsWhereThereIsRoom();
    void countsWhatALogarithmicAxisCannotShow();
    void addsANeighbourOnEachSide();
    void findsTheNearestPointInReach();
    void thinsAMillionPointsInTheTimeOfAFrame();
};

void CurvesTest::smoothsWithoutAPullTowardsZero()
{
    const std::vector<double> values{4, 4, 4, 4};
    for (const double value : smoothed(values, 0.99))
        QVERIFY(std::abs(value - 4) < 1e-12);
    // Computed by hand: (0.5*0.5*2 + 0.5*6) / (1 - 0.25).
    const auto two = smoothed(std::vector<double>{2, 6}, 0.5);
    QVERIFY(std::abs(two[1] - 3.5 / 0.75) < 1e-12);
    QCOMPARE(smoothed(values, 0), values);
}

void CurvesTest::leavesOutWhatIsNoNumber()
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto result = smoothed(std::vector<double>{1, nan, 1}, 0.9);
    QVERIFY(std::isnan(result[1]));
    QVERIFY(std::abs(result[2] - 1) < 1e-12);
    const auto thin = thinned(std::vector<double>{1, 2, 3}, std::vector<double>{5, nan, 7}, 1, 3, 100);
    QCOMPARE(thin.points.size(), std::size_t(2));
    QCOMPARE(thin.leftOut, std::size_t(1));
}

void CurvesTest::keepsEveryPeak()
{
    std::vector<double> x(100000);
    std::iota(x.begin(), x.end(), 1.0);
    std::vector<double> y(x.size(), 1.0);
    y[31415] = 50;
    y[92653] = -50;
    const auto thin = thinned(x, y, 1, 100000, 300);
    QVERIFY(thin.points.size() <= 4 * 301);
    const auto has = [&](CurvePoint point) {
        return std::find(thin.points.begin(), thin.points.end(), point) != thin.points.end();
    };
    QVERIFY(has({31416, 50}));
    QVERIFY(has({92654, -50}));
    QCOMPARE(thin.points.front().x, 1.0);
    QCOMPARE(thin.points.back().x, 100000.0);
    QVERIFY(std::is_sorted(thin.points.begin(), thin.points.end(), [](auto a, auto b) { return a.x < b.x; }));
}

void CurvesTest::keepsAllPointsWhereThereIsRoom()
{
    const std::vector<double> x{1, 2, 3, 4};
    const auto thin = thinned(x, x, 1, 4, 300);
    QCOMPARE(thin.points.size(), std::size_t(4));
}

void CurvesTest::countsWhatALogarithmicAxisCannotShow()
{
    const std::vector<double> x{1, 2, 3};
    const auto thin = thinned(x, std::vector<double>{1, 0, -1}, 1, 3, 300, true);
    QCOMPARE(thin.points.size(), std::size_t(1));
    QCOMPARE(thin.leftOut, std::size_t(2));
}

void CurvesTest::addsANeighbourOnEachSide()
{
    const std::vector<double> x{1, 2, 3, 4, 5, 6};
    const auto thin = thinned(x, x, 3, 4, 300);
    QCOMPARE(thin.points.front().x, 2.0);
    QCOMPARE(thin.points.back().x, 5.0);
}

void CurvesTest::findsTheNearestPointInReach()
{
    const std::vector<double> tests{235, 470, 705};
    QCOMPARE(nearestPoint(tests, 236, 2), std::optional<std::size_t>(0));
    QCOMPARE(nearestPoint(tests, 469, 2), std::optional<std::size_t>(1));
    QVERIFY(!nearestPoint(tests, 300, 2)); // between two tests there is none
    QVERIFY(!nearestPoint(tests, 1, 2));
    QVERIFY(!nearestPoint(tests, 900, 2));
    QCOMPARE(nearestPoint(tests, 705, 0), std::optional<std::size_t>(2));
    QCOMPARE(nearestPoint(std::vector<double>{1, 2, 3}, 1.6, 0.5), std::optional<std::size_t>(1));
    QVERIFY(!nearestPoint(std::vector<double>{}, 1, 5));
}

void CurvesTest::thinsAMillionPointsInTheTimeOfAFrame()
{
    std::vector<double> x(1000000);
    std::iota(x.begin(), x.end(), 1.0);
    std::vector<double> y(x.size());
    std::transform(x.begin(), x.end(), y.begin(), [](double value) { return std::sin(value); });
    QElapsedTimer timer;
    timer.start();
    const auto thin = thinned(x, y, 1, 1e6, 800);
    QVERIFY(!thin.points.empty());
    QVERIFY2(timer.elapsed() < 100, qPrintable(QString::number(timer.elapsed())));
}

QTEST_APPLESS_MAIN(CurvesTest)
#include "tst_curves.moc"
