// The values at the crosshair are those of the step that it stands at.
#include "app/plots/plotpanel.h"
#include "tests/app/settle.h"

#include <QTest>
#include <QToolButton>

using namespace motley;

class HoverTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void givesNoValueOfAnotherStep_data();
    void givesNoValueOfAnotherStep();
    void findsATestAmongTheSteps();

private:
    QStringList legend() const;

    std::vector<double> m_steps, m_loss;
    std::vector<double> m_testSteps{15000}, m_testLoss{0.25};
    std::unique_ptr<PlotPanel> m_panel;
};

void HoverTest::init()
{
    QLocale::setDefault(QLocale::c());
    m_steps.clear();
    m_loss.clear();
    for (int i = 1; i <= 30000; ++i) {
        m_steps.push_back(i);
        m_loss.push_back(i);
    }
    m_panel = std::make_unique<PlotPanel>(QStringLiteral("Loss"), QStringLiteral("loss"));
    m_panel->setCurves({{QStringLiteral("each"), 0, PlotCurve::LineStyle::Line, &m_steps, &m_loss},
                           {QStringLiteral("test"), 1, PlotCurve::LineStyle::Markers, &m_testSteps, &m_testLoss}},
        QStringLiteral("Step"), QStringLiteral("Loss"));
    m_panel->resize(700, 400);
    m_panel->show();
    QVERIFY(settle(*m_panel));
}

// The texts of the entries: a name, and the value at the crosshair.
QStringList HoverTest::legend() const
{
    QStringList texts;
    for (const auto *entry : m_panel->findChildren<QToolButton *>())
        if (entry->property("legend").toBool())
            texts << entry->text();
    return texts;
}

void HoverTest::givesNoValueOfAnotherStep_data()
{
    QTest::addColumn<bool>("logarithmic");
    QTest::addRow("linear") << false;
    QTest::addRow("logarithmic") << true;
}

void HoverTest::givesNoValueOfAnotherStep()
{
    QFETCH(bool, logarithmic);
    m_panel->plot().setLogarithmic(logarithmic);
    QVERIFY(m_panel->plot().reach() > 50); // within which the crosshair looks for points
    m_panel->setCrosshair(15050);
    QVERIFY2(legend()[1].contains(QChar(0x2013)), qPrintable(legend()[1]));
    QVERIFY2(legend()[0].contains(QStringLiteral("050")), qPrintable(legend()[0]));
    m_panel->setCrosshair(15000);
    QVERIFY2(legend()[1].contains(QStringLiteral("0.25")), qPrintable(legend()[1]));
}

// A test's marker is some pixels wide, and under each of them are a hundred steps.
void HoverTest::findsATestAmongTheSteps()
{
    auto *plot = m_panel->plot().findChild<QWidget *>(QStringLiteral("plot"));
    std::optional<double> at;
    connect(&m_panel->plot(), &MetricPlot::crosshairMoved, this, [&](std::optional<double> x) { at = x; });
    bool isFound = false;
    for (int x = 0; x < plot->width() && !isFound; ++x) {
        QMouseEvent move(QEvent::MouseMove, QPointF(x, 100), plot->mapToGlobal(QPointF(x, 100)), Qt::NoButton,
            Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(plot, &move);
        isFound = at == 15000.0;
    }
    QVERIFY(isFound);
    QVERIFY2(legend()[1].contains(QStringLiteral("0.25")), qPrintable(legend()[1]));
    QVERIFY2(legend()[0].contains(QStringLiteral("15")), qPrintable(legend()[0]));
}

QTEST_MAIN(HoverTest)
#include "tst_hover.moc"
