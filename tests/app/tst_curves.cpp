#include "app/plots/curves/curverange.h"
#include "app/plots/curves/curves.h"

#include <QElapsedTimer>
#include <QTest>

#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <random>

using namespace motley;

class CurvesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void smoothsWithoutAPullTowardsZero();
    void leavesOutWhatIsNoNumber();
    void keepsEveryPeak();
    void keepsTheExtremesOfEachColumn();
    void keepsAllPointsWhereThereIsRoom();
    void countsWhatALogarithmicAxisCannotShow();
    void addsANeighbourOnEachSide();
    void findsTheNearestPointInReach();
    void isTheSameWithBlocks_data();
    void isTheSameWithBlocks();
    void keepsEveryPeakOfMillionsOfPoints_data();
    void keepsEveryPeakOfMillionsOfPoints();
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

// Of points that lie at uneven distances, some columns have many and some none.
void CurvesTest::keepsTheExtremesOfEachColumn()
{
    constexpr int columns = 300;
    constexpr double width = 1000.0 / columns;
    std::mt19937 random(3);
    std::vector<double> x, y;
    std::map<int, std::pair<double, double>> expected, found;
    const auto note = [&](std::map<int, std::pair<double, double>> &extremes, double at, double value) {
        const auto [place, isNew] = extremes.try_emplace(int(at / width), value, value);
        place->second = {std::min(place->second.first, value), std::max(place->second.second, value)};
    };
    for (double at = 0; at < 1000; at += random() % 200 == 0 ? double(random() % 90) : double(random() % 40) * 1e-3) {
        x.push_back(at);
        y.push_back(double(random() % 100000));
        note(expected, at, y.back());
    }
    const auto thin = thinned(x, y, 0, 1000, columns);
    for (const CurvePoint &point : thin.points)
        note(found, point.x, point.y);
    QVERIFY(x.size() > 4 * columns && expected.size() > 20);
    QVERIFY(found == expected);
    QVERIFY(thin.points.size() <= 4 * expected.size());
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

void CurvesTest::isTheSameWithBlocks_data()
{
    QTest::addColumn<bool>("positiveOnly");
    QTest::addColumn<bool>("logarithmicX");
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::addRow("all") << false << false << 1.0 << 100000.0;
    QTest::addRow("a part") << false << false << 3333.0 << 61000.5;
    QTest::addRow("few") << false << false << 3333.0 << 3700.0;
    QTest::addRow("logarithmic") << true << false << 1.0 << 100000.0;
    QTest::addRow("logarithmic along x") << false << true << 1.0 << 100000.0;
}

// While the column grows, and goes back to an earlier step with other values than before.
void CurvesTest::isTheSameWithBlocks()
{
    QFETCH(bool, positiveOnly);
    QFETCH(bool, logarithmicX);
    QFETCH(double, from);
    QFETCH(double, to);
    std::mt19937 random(7);
    std::normal_distribution<double> normal(2, 1);
    std::vector<double> x, y;
    MinMaxBlocks blocks;
    const auto grow = [&](std::size_t size) {
        while (y.size() < size) {
            x.push_back(double(x.size() + 1));
            const auto wild = random() % 5000;
            y.push_back(wild == 0 ? std::nan("") : wild == 1 ? -1e3 : normal(random));
        }
    };
    for (const std::size_t size : {100u, 20000u, 20100u, 70000u, 50000u, 100000u}) {
        y.resize(std::min(y.size(), size));
        x.resize(y.size());
        if (size == 50000)
            y.resize(30123), x.resize(30123);
        grow(size);
        blocks.update(y);
        for (const bool gaps : {false, true}) {
            const auto plain = thinned(x, y, from, to, 500, positiveOnly, gaps, logarithmicX);
            const auto fast = thinned(x, y, from, to, 500, positiveOnly, gaps, logarithmicX, &blocks);
            QCOMPARE(fast.points.size(), plain.points.size());
            for (std::size_t i = 0; i < plain.points.size(); ++i)
                QVERIFY(fast.points[i].x == plain.points[i].x
                    && (fast.points[i].y == plain.points[i].y
                        || (std::isnan(fast.points[i].y) && std::isnan(plain.points[i].y))));
            QCOMPARE(fast.leftOut, plain.leftOut);
            QCOMPARE(fast.marks, plain.marks);
        }
        const auto [begin, end] = pointsWithin(x, from, to);
        const ColumnPart part{y, begin, end}, withBlocks{y, begin, end, &blocks};
        QVERIFY(rangeOf(withBlocks, positiveOnly) == rangeOf(part, positiveOnly));
        QCOMPARE(countOutside(withBlocks, 0.5, 3.5, positiveOnly), countOutside(part, 0.5, 3.5, positiveOnly));
        QCOMPARE(countOutside(withBlocks, -4, 8, positiveOnly), countOutside(part, -4, 8, positiveOnly));
    }
}

void CurvesTest::keepsEveryPeakOfMillionsOfPoints_data()
{
    QTest::addColumn<double>("pause");
    QTest::addRow("one after the other") << 0.0;
    QTest::addRow("with a pause") << 2e6;
}

// Columns of so many points end with a block: none is wider than a pixel and a sixteenth.
void CurvesTest::keepsEveryPeakOfMillionsOfPoints()
{
    QFETCH(double, pause);
    constexpr int columns = 400;
    std::mt19937 random(7);
    std::normal_distribution<double> normal(2, 1);
    std::vector<double> x(2000000), y(x.size());
    std::iota(x.begin(), x.begin() + 999900, 1.0);
    std::iota(x.begin() + 999900, x.end(), 999901 + pause);
    const double reach = (x.back() - x.front()) / columns * (1 + 1 / 16.0);
    std::generate(y.begin(), y.end(), [&] { return normal(random); });
    y[999899] = 200; // the last one before the pause is higher than the first one after it, in one block
    y[999900] = 100;
    MinMaxBlocks blocks;
    blocks.update(y);
    const auto thin = thinned(x, y, x.front(), x.back(), columns, false, false, false, &blocks);
    QVERIFY(thin.points.size() <= 4 * (columns + 1));
    QVERIFY(std::is_sorted(thin.points.begin(), thin.points.end(),
        [](const CurvePoint &point, const CurvePoint &next) { return point.x < next.x; }));
    const auto plain = thinned(x, y, x.front(), x.back(), columns);
    for (const CurvePoint &point : plain.points) {
        const auto isBeyond = [&](double sign) {
            return std::any_of(thin.points.begin(), thin.points.end(), [&](const CurvePoint &other) {
                return std::abs(other.x - point.x) <= reach && sign * other.y >= sign * point.y;
            });
        };
        QVERIFY(isBeyond(1) && isBeyond(-1));
    }
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
