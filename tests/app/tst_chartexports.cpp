// Files that a chart is exported to: what they say of it, and which numbers they hold.
#include "app/plots/plotcsv.h"
#include "app/plots/plotlegend.h"
#include "app/plots/plotpanel.h"
#include "tests/app/settle.h"
#include "tests/app/windowonruns.h"

#include <QImage>
#include <QTest>

using namespace motley;

class ChartExportsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void namesFilesByRunAndChart();
    void aLongTableHasARowForEachPoint();
    void aWideTableHasAColumnForEachCurve();
    void picturesSayWhatTheyShow();
    void aHiddenCurveIsInNoLegend();
    void saysWhyNothingWasWritten();
    void aRunKnowsItsTimes();

private:
    QByteArray exported(const QString &name, CsvLayout layout = CsvLayout::Long);

    QTemporaryDir m_folder;
    const std::vector<double> m_x{1, 2, 3}, m_loss{4, 5.25, std::nan("")}, m_testX{2}, m_test{0.5};
    std::unique_ptr<PlotPanel> m_panel;
};

void ChartExportsTest::init()
{
    QLocale::setDefault(QLocale::c());
    m_panel = std::make_unique<PlotPanel>(QStringLiteral("Loss"), QStringLiteral("loss"));
    using Style = PlotCurve::LineStyle;
    m_panel->setCurves({{QStringLiteral("each \"step\""), 0, Style::Line, &m_x, &m_loss},
                           {QStringLiteral("test"), 1, Style::Markers, &m_testX, &m_test}},
        QStringLiteral("Step"), QStringLiteral("Mean loss in nats"));
    m_panel->setOrigin({QStringLiteral("Digits <1/2>"), {}, QDateTime({2026, 3, 4}, {5, 6}), QStringLiteral("step"),
        [](double x) { return x == 3 ? std::nan("") : 1e9 + x / 2; }});
    m_panel->resize(600, 300);
    m_panel->show();
    QVERIFY(settle(*m_panel));
}

QByteArray ChartExportsTest::exported(const QString &name, CsvLayout layout)
{
    QString problem;
    const QString path = m_folder.filePath(name);
    if (!m_panel->plot().exportTo(path, &problem, layout))
        return "! " + problem.toUtf8();
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void ChartExportsTest::namesFilesByRunAndChart()
{
    QCOMPARE(fileNameOf(m_panel->plot().origin()), QStringLiteral("Digits _1_2_ - Loss"));
    QCOMPARE(fileNameOf({{}, QStringLiteral("Loss"), {}, {}, {}}), QStringLiteral("Loss"));
}

void ChartExportsTest::aLongTableHasARowForEachPoint()
{
    QCOMPARE(exported(QStringLiteral("long.csv")),
        QByteArray("curve,step,time,value\n"
                   "\"each \"\"step\"\"\",1,2001-09-09T01:46:40.500Z,4\n"
                   "\"each \"\"step\"\"\",2,2001-09-09T01:46:41.000Z,5.25\n"
                   "\"each \"\"step\"\"\",3,,nan\n"
                   "\"test\",2,2001-09-09T01:46:41.000Z,0.5\n"));
}

void ChartExportsTest::aWideTableHasAColumnForEachCurve()
{
    QCOMPARE(exported(QStringLiteral("wide.csv"), CsvLayout::Wide),
        QByteArray("step,time,\"each \"\"step\"\"\",\"test\"\n"
                   "1,2001-09-09T01:46:40.500Z,4,\n"
                   "2,2001-09-09T01:46:41.000Z,5.25,0.5\n"
                   "3,,nan,\n"));
}

void ChartExportsTest::picturesSayWhatTheyShow()
{
    const QByteArray svg = exported(QStringLiteral("loss.svg"));
    for (const char *words :
        {"Digits &lt;1/2&gt; \xc2\xb7 Loss", "each &quot;step&quot;", "2026", ">test<", "Mean loss in nats", ">Step<"})
        QVERIFY2(svg.contains(words), words);
    QVERIFY(exported(QStringLiteral("loss.pdf")).startsWith("%PDF"));
    QVERIFY(!exported(QStringLiteral("loss.png")).isEmpty());
    QCOMPARE(QImage(m_folder.filePath(QStringLiteral("loss.png"))).size(), QSize(2400, 1400));
}

void ChartExportsTest::aHiddenCurveIsInNoLegend()
{
    m_panel->plot().setCurveVisible(1, false);
    QVERIFY(!exported(QStringLiteral("hidden.svg")).contains(">test<"));
}

void ChartExportsTest::saysWhyNothingWasWritten()
{
    QVERIFY(exported(QStringLiteral("loss.txt")).startsWith("! Choose a name"));
    QVERIFY(exported(QStringLiteral("nowhere/loss.png")).startsWith("! "));
}

void ChartExportsTest::aRunKnowsItsTimes()
{
    WindowOnRuns runs;
    QVERIFY(runs.open());
    const OpenRun *run = runs.workspace->open(runs.workspace->history().find(QStringLiteral("Fashion-MNIST"))->id);
    runs.window->showPage(NavigationRail::Page::Run);
    QTRY_COMPARE(run->series().steps().size(), std::size_t(1175));
    const PlotOrigin &origin = runs.window->findChild<MetricPlot *>(QStringLiteral("testsPlot"))->origin();
    QCOMPARE(origin.run, QStringLiteral("Fashion-MNIST"));
    QCOMPARE(origin.chart, QStringLiteral("Tests"));
    QCOMPARE(origin.xWord, QStringLiteral("step"));
    QCOMPARE(origin.timeAt(235), run->series().stepTimes()[234]);
    QVERIFY(std::isnan(origin.timeAt(5000)));
}

QTEST_MAIN(ChartExportsTest)
#include "tst_chartexports.moc"
