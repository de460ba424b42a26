// What mouse and keys do in the legend of a chart.
#include "app/plots/plotlegend.h"
#include "app/plots/plotpanel.h"
#include "tests/app/settle.h"

#include <QApplication>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace motley;

class LegendsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aClickHidesAndShows();
    void aDoubleClickShowsOneAloneAndThenAll();
    void altClickAndSDoTheSame();
    void arrowsMoveInsideOneStopOfTab();
    void manyCanBeSearched();

private:
    void show(int curves);
    QToolButton *entry(int index) const;
    QList<QToolButton *> entries() const;
    QString shown() const; // "101": the second is hidden

    const std::vector<double> m_x{1, 2};
    std::unique_ptr<PlotPanel> m_panel;
};

void LegendsTest::show(int count)
{
    std::vector<PlotCurve> curves;
    for (int i = 0; i < count; ++i)
        curves.push_back({QStringLiteral("gpu%1").arg(i), i, PlotCurve::LineStyle::Line, &m_x, &m_x});
    m_panel = std::make_unique<PlotPanel>(QStringLiteral("Speed"), QStringLiteral("speed"));
    m_panel->setCurves(curves, QStringLiteral("Step"), {});
    m_panel->resize(700, 300);
    m_panel->show();
    m_panel->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    QVERIFY(settle(*m_panel));
}

QList<QToolButton *> LegendsTest::entries() const
{
    return m_panel->findChild<PlotLegend *>()->findChildren<QToolButton *>();
}

QToolButton *LegendsTest::entry(int index) const
{
    QList<QToolButton *> found;
    for (auto *button : entries())
        if (button->property("legend").toBool())
            found << button;
    return found.value(index);
}

QString LegendsTest::shown() const
{
    QString text;
    for (const PlotCurve &curve : m_panel->plot().curves())
        text += QLatin1Char(curve.visible ? '1' : '0');
    return text;
}

void LegendsTest::aClickHidesAndShows()
{
    show(3);
    QTest::mouseClick(entry(1), Qt::LeftButton);
    QCOMPARE(shown(), QStringLiteral("101"));
    QTest::mouseClick(entry(1), Qt::LeftButton);
    QCOMPARE(shown(), QStringLiteral("111"));
}

// As a window system sends it: the first click is one already.
void LegendsTest::aDoubleClickShowsOneAloneAndThenAll()
{
    show(3);
    for (const char *after : {"010", "111", "010"}) {
        QTest::mouseClick(entry(1), Qt::LeftButton);
        QTest::mouseDClick(entry(1), Qt::LeftButton);
        QCOMPARE(shown(), QString::fromLatin1(after));
        QTest::qWait(QApplication::doubleClickInterval() + 50); // or the next one would go on with this one
    }
}

void LegendsTest::altClickAndSDoTheSame()
{
    show(3);
    QTest::mouseClick(entry(2), Qt::LeftButton, Qt::AltModifier);
    QCOMPARE(shown(), QStringLiteral("001"));
    QVERIFY(entry(2)->isChecked() && !entry(0)->isChecked());
    QTest::mouseClick(entry(2), Qt::LeftButton, Qt::AltModifier);
    QCOMPARE(shown(), QStringLiteral("111"));
    entry(0)->setFocus();
    QTest::keyClick(entry(0), Qt::Key_S);
    QCOMPARE(shown(), QStringLiteral("100"));
    QTest::keyClick(entry(1), Qt::Key_Space);
    QCOMPARE(shown(), QStringLiteral("110"));
}

void LegendsTest::arrowsMoveInsideOneStopOfTab()
{
    show(5);
    const auto stops = [&] {
        const auto all = entries();
        return std::count_if(
            all.begin(), all.end(), [](const auto *button) { return (button->focusPolicy() & Qt::TabFocus) != 0; });
    };
    QCOMPARE(stops(), 1);
    entry(0)->setFocus();
    QTest::keyClick(entry(0), Qt::Key_Down);
    QTest::keyClick(entry(1), Qt::Key_Down);
    QVERIFY(entry(2)->hasFocus());
    QCOMPARE(stops(), 1);
    QTest::keyClick(entry(2), Qt::Key_Up);
    QVERIFY(entry(1)->hasFocus());
}

void LegendsTest::manyCanBeSearched()
{
    show(6);
    auto *search = m_panel->findChild<QLineEdit *>(QStringLiteral("legendSearch"));
    QVERIFY(!search->isVisible());
    show(30);
    search = m_panel->findChild<QLineEdit *>(QStringLiteral("legendSearch"));
    QVERIFY(search->isVisible());
    const auto *legend = m_panel->findChild<PlotLegend *>();
    QVERIFY(search->geometry().bottom() <= legend->viewport()->y());
    QTest::keyClicks(search, QStringLiteral("gpu1"));
    for (int i = 0; i < 30; ++i)
        QCOMPARE(entry(i)->isVisible(), i == 1 || (i >= 10 && i < 20));
    QCOMPARE(shown(), QString(30, QLatin1Char('1'))); // the curves stay
    search->clear();
    QVERIFY(entry(0)->isVisible());
}

QTEST_MAIN(LegendsTest)
#include "tst_legends.moc"
