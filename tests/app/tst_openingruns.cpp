// Opening a run: it has its recorded state from the first frame, and its charts are not those of the run before it.
#include "app/pages/runpage.h"
#include "app/plots/metricplot.h"
#include "app/widgets/emptystate.h"
#include "tests/app/openwindow.h"
#include "tests/app/settle.h"
#include "tests/app/writtenruns.h"

#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

class OpeningRunsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(), m_workspace.reset(); }
    void anEndedRunHasItsStateFromTheFirstFrame();
    void theNextRunIsShownWhole();

private:
    const QWidget *page() const { return m_window->findChild<RunPage *>(); }
    QString text(const char *name) const { return page()->findChild<QLabel *>(QLatin1String(name))->text(); }
    QString idOf(const char *name) const { return m_workspace->history().find(QLatin1String(name))->id; }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

void OpeningRunsTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    writeCompletedRun(m_home->path());
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
    QVERIFY(m_workspace->load());
    m_window = openWindow(*m_workspace, QSize(1280, 800));
}

// The events are read by another thread, whose results come with the event loop: nothing here enters it before the end.
void OpeningRunsTest::anEndedRunHasItsStateFromTheFirstFrame()
{
    const OpenRun *run = m_workspace->open(idOf("Fashion-MNIST"));
    m_window->showPage(NavigationRail::Page::Run);
    QVERIFY(run->series().steps().empty());
    QVERIFY(!run->isOver());
    QCOMPARE(text("runState"), QStringLiteral("Completed"));
    QVERIFY(!page()->findChild<QPushButton *>(QStringLiteral("stopRun"))->isVisibleTo(page()));
    QCOMPARE(m_window->findChild<QLabel *>(QStringLiteral("runStatus"))->text(), QStringLiteral("0 active runs"));
    for (const auto *empty : page()->findChildren<EmptyState *>())
        for (const auto *label : empty->findChildren<QLabel *>())
            QVERIFY2(label->text().isEmpty() || label->text().contains(QStringLiteral("being read")),
                qPrintable(label->text()));
    QTRY_COMPARE(run->series().steps().size(), std::size_t(1175));
    QTRY_VERIFY(!run->isReading()); // the end comes after the last of them
}

void OpeningRunsTest::theNextRunIsShownWhole()
{
    const QString first = idOf("Fashion-MNIST");
    writeFailedRun(m_home->path()); // of one step
    const QString second = idOf("Fashion-MNIST"); // the newest of the name
    QVERIFY(first != second);
    const OpenRun *run = m_workspace->open(first);
    m_window->showPage(NavigationRail::Page::Run);
    QTRY_COMPARE(run->series().steps().size(), std::size_t(1175));
    QVERIFY(settle(*m_window));
    auto *loss = page()->findChild<MetricPlot *>(QStringLiteral("lossPlot"));
    const auto wholeReach = loss->reach();
    for (auto *plot : page()->findChildren<MetricPlot *>()) {
        plot->setCrosshair(900);
        for (int i = 0; i < 8; ++i)
            plot->zoom(0.5);
    }
    QVERIFY(settle(*m_window));
    QVERIFY(loss->reach() < wholeReach);

    m_workspace->open(second);
    QTRY_COMPARE(m_workspace->current()->series().steps().size(), std::size_t(1));
    QVERIFY(settle(*m_window));
    for (const auto *plot : page()->findChildren<MetricPlot *>())
        QVERIFY2(plot->isFollowing(), qPrintable(plot->objectName()));
    m_workspace->open(first);
    QVERIFY(settle(*m_window));
    QCOMPARE(loss->reach(), wholeReach);
}

QTEST_MAIN(OpeningRunsTest)
#include "tst_openingruns.moc"
