// A few wild values leave the others their room, and the chart says so.
#include "app/plots/curves/curverange.h"
#include "app/plots/curves/plotlibrary.h"
#include "app/plots/plotpanel.h"
#include "app/widgets/theme.h"
#include "tests/app/settle.h"

#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace motley;

class WildValuesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void keepsWhatIsNotFarOff();
    void leavesOutWhatIsFarOff();
    void fewValuesAreAllShown();
    void countsWhatLiesOutside();
    void theBadgeShowsAll();
    void zoomedOutOfSightTheyDoNotCount();
    void marksWhatCannotBeDrawn();
    void smoothedPointsAreNotCounted();
    void theNewestMarkIsWhole();

private:
    QCPRange y() const { return m_panel->findChild<QCustomPlot *>()->yAxis->range(); }
    QToolButton *badge() const { return m_panel->findChild<QToolButton *>(QStringLiteral("normOutside")); }

    std::vector<double> m_x, m_y;
    std::unique_ptr<PlotPanel> m_panel;
};

void WildValuesTest::init()
{
    QLocale::setDefault(QLocale::c());
    m_x.clear();
    m_y.clear();
    for (int i = 1; i <= 1000; ++i) {
        m_x.push_back(i);
        m_y.push_back(1 + 0.1 * std::sin(i));
    }
    m_y[499] = 1e6;
    m_y[500] = -2000;
    m_panel = std::make_unique<PlotPanel>(QStringLiteral("Norm"), QStringLiteral("norm"));
    m_panel->setCurves({{QStringLiteral("norm"), 0, PlotCurve::LineStyle::Line, &m_x, &m_y}}, QStringLiteral("Step"),
        QStringLiteral("Norm"));
    m_panel->resize(700, 400);
    m_panel->show();
    QVERIFY(settle(*m_panel));
}

// A loss that begins high, and a learning rate that warms up from 0.
void WildValuesTest::keepsWhatIsNotFarOff()
{
    std::vector<double> loss, rate;
    for (int i = 0; i < 5000; ++i) {
        loss.push_back(0.3 + 2 * std::exp(-i / 30.0));
        rate.push_back(0.05 * std::min(1.0, i / 20.0));
    }
    QVERIFY(!rangeOf(wholeOf(rate), false)->hasOutliers());
    QVERIFY2(
        !rangeOf(wholeOf(loss), true)->hasOutliers(), qPrintable(QString::number(rangeOf(wholeOf(loss), true)->to)));
}

void WildValuesTest::leavesOutWhatIsFarOff()
{
    const auto range = rangeOf(wholeOf(m_y), false);
    QCOMPARE(range->greatest, 1e6);
    QVERIFY2(range->to < 3 && range->from > -2, qPrintable(QString::number(range->to)));
    QVERIFY(rangeOf(wholeOf(m_y), true)->to < 20);
    QVERIFY(!rangeOf(wholeOf(std::vector<double>{std::nan(""), INFINITY}), false));
    QVERIFY(!rangeOf(wholeOf(std::vector<double>{-1, 0}), true));
}

void WildValuesTest::fewValuesAreAllShown()
{
    std::vector<double> few(20, 1);
    few[7] = 1e6;
    QVERIFY(!rangeOf(wholeOf(few), false)->hasOutliers());
}

void WildValuesTest::countsWhatLiesOutside()
{
    QVERIFY(y().upper < 4 && y().lower > -3);
    QCOMPARE(m_panel->plot().outside(), std::size_t(2));
    QVERIFY(badge()->isVisible());
    QVERIFY2(badge()->accessibleName().startsWith(QStringLiteral("2 ")), qPrintable(badge()->accessibleName()));
}

void WildValuesTest::theBadgeShowsAll()
{
    QTest::mouseClick(badge(), Qt::LeftButton);
    QVERIFY(settle(*m_panel));
    QVERIFY(y().upper > 1e6 && y().lower < -2000);
    QVERIFY(badge()->isVisible());
    QTest::keyClick(&m_panel->plot(), Qt::Key_O);
    QVERIFY(settle(*m_panel));
    QVERIFY(y().upper < 4);
}

void WildValuesTest::zoomedOutOfSightTheyDoNotCount()
{
    m_panel->setView({{{10, 200}}, false});
    QVERIFY(settle(*m_panel));
    QCOMPARE(m_panel->plot().outside(), std::size_t(0));
    QVERIFY(!badge()->isVisible());
}

void WildValuesTest::marksWhatCannotBeDrawn()
{
    m_y[700] = m_y[701] = std::nan("");
    m_panel->columnsChanged();
    QVERIFY(settle(*m_panel));
    auto *canvas = m_panel->findChild<QCustomPlot *>();
    const auto *marks = canvas->graph(canvas->graphCount() - 1);
    QVERIFY(marks->data()->size() >= 1);
    QCOMPARE(marks->data()->constBegin()->key, 701.0);
    QCOMPARE(m_panel->plot().leftOut(), std::size_t(2));
    m_panel->plot().setLogarithmic(true); // which cannot show -2000 either
    QVERIFY(settle(*m_panel));
    QCOMPARE(m_panel->plot().leftOut(), std::size_t(3));
    QCOMPARE(marks->data()->constBegin()->key, 501.0);
}

void WildValuesTest::smoothedPointsAreNotCounted()
{
    m_y[700] = std::nan("");
    PlotCurve each{QStringLiteral("each"), 0, PlotCurve::LineStyle::Faint, &m_x, &m_y};
    PlotCurve smooth = each;
    smooth.isSmoothed = true;
    m_panel->setCurves({each, smooth}, QStringLiteral("Step"), {});
    QVERIFY(settle(*m_panel));
    QCOMPARE(m_panel->plot().leftOut(), std::size_t(1));
    QCOMPARE(m_panel->plot().outside(), std::size_t(2));
}

// It stands at the edge of the axes; and what cannot be below 0 leaves no room there.
void WildValuesTest::theNewestMarkIsWhole()
{
    const std::vector<double> x{1, 500, 1000}, y{1, 2, 1.5};
    m_panel->plot().setFromZero(true);
    m_panel->setCurves({{QStringLiteral("test"), 1, PlotCurve::LineStyle::Markers, &x, &y}}, QStringLiteral("Step"),
        QStringLiteral("Test"));
    QVERIFY(settle(*m_panel));
    auto *plot = m_panel->findChild<QCustomPlot *>();
    const QImage picture = plot->grab().toImage();
    const QRect axes = plot->axisRect()->rect();
    int beyond = 0;
    for (int row = axes.top(); row < axes.bottom(); ++row)
        for (int column = axes.right() + 2; column < axes.right() + 6; ++column)
            beyond += picture.pixel(column, row) == Theme::current().colours().series(1).rgb();
    QVERIFY2(beyond >= 4, qPrintable(QString::number(beyond)));
    QCOMPARE(this->y().lower, 0.0);
}

QTEST_MAIN(WildValuesTest)
#include "tst_wildvalues.moc"
