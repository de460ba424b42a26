// Charts of a million steps: what is drawn of them, and the processor time that it takes.
#include "app/plots/curves/curvegraph.h"
#include "app/plots/plotpanel.h"
#include "app/widgets/theme.h"
#include "tests/app/screenshot.h"
#include "tests/app/settle.h"

#include <QHBoxLayout>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <utility>

using namespace motley;

namespace {

constexpr int steps = 1'000'000;

double processorMilliseconds() // of this thread
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

} // namespace
Q_DECLARE_METATYPE(std::function<double(int)>)

class LongRunsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void everyPeakIsDrawn_data();
    void everyPeakIsDrawn();
    void roughLinesAreBands();
    void joinedBandsHaveEachPixelOnce();
    void otherLinesAreNone_data();
    void otherLinesAreNone();
    void bandsEndWhereTheLineDoes();
    void chartsAreDrawnOneATurn();
    void handIsFollowed();

private:
    std::vector<double> m_x, m_y;
    std::unique_ptr<PlotPanel> m_panel;
};

void LongRunsTest::init()
{
    Theme::current().choose(Theme::Choice::Light);
    m_x.clear();
    m_y.clear();
    for (int i = 1; i <= steps; ++i) {
        m_x.push_back(i);
        m_y.push_back(1 + 0.5 * std::sin(i * 12.9898));
    }
    m_y[steps / 3] = 3; // one step among a million, which is not far enough off to be left out
    m_panel = std::make_unique<PlotPanel>(QStringLiteral("Loss"), QStringLiteral("loss"));
    m_panel->setCurves({{QStringLiteral("each step"), 0, PlotCurve::LineStyle::Faint, &m_x, &m_y}},
        QStringLiteral("Step"), QStringLiteral("Loss"));
    m_panel->resize(1200, 500);
    m_panel->show();
    QVERIFY(settle(*m_panel));
}

void LongRunsTest::everyPeakIsDrawn_data()
{
    QTest::addColumn<bool>("logarithmic");
    QTest::addRow("linear") << false;
    QTest::addRow("logarithmic") << true;
}

void LongRunsTest::everyPeakIsDrawn()
{
    QFETCH(bool, logarithmic);
    m_panel->plot().setLogarithmicX(logarithmic);
    QVERIFY(settle(*m_panel));
    const auto *canvas = m_panel->findChild<QCustomPlot *>();
    const auto &points = *canvas->graph(0)->data();
    QVERIFY(points.size() <= 4 * canvas->axisRect()->width() + 8);
    QVERIFY(std::any_of(
        points.constBegin(), points.constEnd(), [](const QCPGraphData &point) { return point.value == 3; }));
    QVERIFY(canvas->yAxis->range().contains(3));
    QCOMPARE(m_panel->plot().outside(), std::size_t(0));
}

// Each column of pixels is covered from the least to the greatest value in it, and no further than those beside it
// reach.
void LongRunsTest::roughLinesAreBands()
{
    const auto *canvas = m_panel->findChild<QCustomPlot *>();
    const QRect place = canvas->axisRect()->rect();
    QVector<QPointF> lines;
    for (const QCPGraphData &point : *canvas->graph(0)->data())
        lines << canvas->graph(0)->coordsToPixels(point.key, point.value);
    const auto band = bandOf(lines, place, 1);
    QVERIFY(band.size() > 0.9 * place.width());
    for (const QRect &column : band) {
        double top = place.bottom() + 1;
        double bottom = place.top();
        for (const QPointF &point : lines) {
            const double beside = point.x() - column.left();
            if (beside >= 0 && beside < 1)
                QVERIFY(column.top() <= point.y() && column.bottom() + 1 >= point.y());
            if (beside > -3 && beside < 4) {
                top = std::min(top, point.y());
                bottom = std::max(bottom, point.y());
            }
        }
        QVERIFY(column.top() >= top - 2 && column.bottom() <= bottom + 2);
    }
    const QImage drawn = m_panel->grab().toImage();
    const QPoint origin = canvas->mapTo(m_panel.get(), QPoint());
    for (const QRect &column : band)
        QVERIFY(drawn.pixelColor(origin + column.center()) != Theme::current().colours().surface);
    QVERIFY(saveScreenshot(*m_panel, QStringLiteral("long-light-band")));
}

// As what is half transparent would show otherwise.
void LongRunsTest::joinedBandsHaveEachPixelOnce()
{
    std::mt19937 random(7);
    QVector<QRect> band;
    for (int x = 0; x < 300; ++x)
        if (const int top = int(random() % 60); x / 40 != 3)
            band << QRect(x, top, 1, 1 + int(random() % (x < 150 ? 20 : 140)));
    const auto countsOf = [](const QVector<QRect> &areas) {
        std::map<std::pair<int, int>, int> counts;
        for (const QRect &area : areas)
            for (int x = area.left(); x <= area.right(); ++x)
                for (int y = area.top(); y <= area.bottom(); ++y)
                    ++counts[{x, y}];
        return counts;
    };
    QVERIFY(countsOf(joined(band)) == countsOf(band));
    QVERIFY(joined({QRect(0, 0, 1, 9), QRect(1, 0, 1, 9)}) == QVector<QRect>{QRect(0, 0, 2, 9)});
}

void LongRunsTest::otherLinesAreNone_data()
{
    QTest::addColumn<std::function<double(int)>>("y");
    QTest::addColumn<int>("points");
    QTest::addRow("smooth") << std::function([](int i) { return i * 0.01; }) << 4000;
    QTest::addRow("few points") << std::function([](int i) { return i % 2 == 0 ? 10.0 : 90.0; }) << 150;
}

void LongRunsTest::otherLinesAreNone()
{
    QFETCH(std::function<double(int)>, y);
    QFETCH(int, points);
    QVector<QPointF> lines;
    for (int i = 0; i < points; ++i)
        lines << QPointF(100.0 * i / points, y(i));
    QVERIFY(bandOf(lines, QRect(0, 0, 100, 100), 1).isEmpty());
}

void LongRunsTest::bandsEndWhereTheLineDoes()
{
    QVector<QPointF> lines;
    for (int i = 0; i < 1000; ++i) { // from x = -50 to 150, with a gap from 40 to 60
        const double x = -50 + i * 0.2;
        lines << QPointF(x, x >= 40 && x < 60 ? std::nan("") : i % 2 == 0 ? 30.0 : 1e300);
    }
    const auto band = bandOf(lines, QRect(0, 0, 100, 100), 1);
    QCOMPARE(band.size(), qsizetype(80));
    QCOMPARE(band.front(), QRect(0, 29, 1, 71));
    QVERIFY(std::none_of(band.begin(), band.end(), [](const QRect &column) { return column.left() / 20 == 2; }));
}

void LongRunsTest::chartsAreDrawnOneATurn()
{
    QWidget page;
    auto *row = new QHBoxLayout(&page);
    std::vector<MetricPlot *> plots;
    for (int i = 0; i < 4; ++i) {
        plots.push_back(new MetricPlot);
        plots.back()->setCurves({{QStringLiteral("loss"), 0, PlotCurve::LineStyle::Line, &m_x, &m_y}});
        row->addWidget(plots.back());
    }
    page.resize(1200, 300);
    page.show();
    QVERIFY(settle(page));
    const auto drawn = [&] {
        return std::accumulate(
            plots.begin(), plots.end(), 0, [](int sum, const MetricPlot *plot) { return sum + plot->redraws(); });
    };
    const int first = drawn();
    for (MetricPlot *plot : plots)
        plot->columnsChanged();
    QTest::qSleep(1200); // until the time of each has come
    for (int turns = 0; drawn() < first + 4 && turns < 1000; ++turns) {
        const int before = drawn();
        QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents);
        QVERIFY(drawn() <= before + 1);
    }
    QCOMPARE(drawn(), first + 4);
}

// A picture for each turn of the wheel, and many places of the pointer. The limits are several times what was measured.
void LongRunsTest::handIsFollowed()
{
    auto &plot = m_panel->plot();
    double before = processorMilliseconds();
    for (int i = 0; i < 20; ++i) {
        plot.zoom(i % 2 == 0 ? 0.9 : 1 / 0.9);
        deliverEvents();
    }
    const double zoom = (processorMilliseconds() - before) / 20;
    before = processorMilliseconds();
    for (int i = 0; i < 100; ++i) {
        plot.moveCrosshair(3);
        deliverEvents();
    }
    const double hover = (processorMilliseconds() - before) / 100;
    qInfo("%.1f ms a zoom, %.2f ms a place of the pointer", zoom, hover);
    QVERIFY2(zoom < 200, qPrintable(QString::number(zoom)));
    QVERIFY2(hover < 30, qPrintable(QString::number(hover)));
}

QTEST_MAIN(LongRunsTest)
#include "tst_longruns.moc"
