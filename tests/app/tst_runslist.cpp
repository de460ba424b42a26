// What can be done with a run on the page of runs and in the rail: open, rename, remove, close, and another one like
// it.
#include "app/dialogs/question.h"
#include "app/pages/runspage.h"
#include "app/railrun.h"
#include "tests/app/liverun.h"
#include "tests/app/openwindow.h"
#include "tests/app/screenshot.h"
#include "tests/app/writtenruns.h"

#include <QAction>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTreeView>

using namespace motley;
using Page = NavigationRail::Page;

namespace {

constexpr int patience = 20'000; // milliseconds

} // namespace

class RunsListTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(), m_workspace.reset(); }
    void keysOpenAndRemove();
    void anotherNameStays();
    void aRunThatTrainsIsNotRemovedAndItIsSaidWhy();
    void anotherRunLikeItIsPrepared();
    void aClosedRunGoesOnWithoutTheWindow();
    void isPictured_data();
    void isPictured();

private:
    RunsPage *page() const { return m_window->findChild<RunsPage *>(); }
    QTreeView *table() const { return page()->findChild<QTreeView *>(QStringLiteral("runsTable")); }
    int shownPage() const { return m_window->findChild<QStackedWidget *>()->currentIndex(); }
    QList<RailRunButton *> entries() const { return m_window->findChildren<RailRunButton *>(); }
    QString listed(int row) const { return table()->model()->index(row, 0).data().toString(); }
    void choose(int row)
    {
        m_window->showPage(Page::Runs);
        m_window->activateWindow(); // as a window manager does after a dialog
        QTRY_VERIFY(m_window->isActiveWindow());
        table()->setFocus();
        table()->setCurrentIndex(table()->model()->index(row, 0));
    }
    void rename(const QString &name);
    void takeFromMenu(const QString &text);

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

void RunsListTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    writeFailedRun(m_home->path());
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
    QVERIFY(m_workspace->load());
    m_window = openWindow(*m_workspace, QSize(960, 540));
    m_window->activateWindow();
    QTRY_VERIFY(m_window->isActiveWindow());
}

void RunsListTest::rename(const QString &name)
{
    QTest::keyClick(table(), Qt::Key_F2);
    const QPointer<QInputDialog> dialog = m_window->findChild<QInputDialog *>(QStringLiteral("renameRunDialog"));
    QVERIFY(dialog);
    QTRY_VERIFY(dialog->isVisible());
    auto *field = dialog->findChild<QLineEdit *>();
    field->selectAll();
    QTest::keyClicks(field, name);
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(!dialog);
}

void RunsListTest::takeFromMenu(const QString &text)
{
    for (auto *action : page()->findChild<QPushButton *>(QStringLiteral("moreOfRun"))->menu()->actions())
        if (action->text() == text)
            return action->trigger();
    QFAIL(qPrintable(text));
}

void RunsListTest::keysOpenAndRemove()
{
    choose(0);
    QTest::keyClick(table(), Qt::Key_Return);
    QCOMPARE(shownPage(), static_cast<int>(Page::Run));
    const QPointer<OpenRun> run = m_workspace->current();
    QVERIFY(run);
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver(), patience);
    choose(0);
    QTest::keyClick(table(), Qt::Key_Delete);
    const auto *question = page()->findChild<QMessageBox *>(QStringLiteral("removeRunQuestion"));
    QVERIFY(question);
    for (auto *button : question->buttons())
        if (question->buttonRole(button) == QMessageBox::DestructiveRole)
            button->click();
    QTRY_VERIFY(!run); // of what is removed nothing is shown
    QVERIFY(!m_workspace->current());
    QTRY_COMPARE(table()->model()->rowCount(), 0);
    QCOMPARE(entries().size(), 0);
}

void RunsListTest::anotherNameStays()
{
    LiveRun live;
    QVERIFY(live.begin(m_home->path(), "first", 20));
    QTRY_COMPARE_WITH_TIMEOUT(entries().size(), 1, patience);
    choose(0);
    QCOMPARE(listed(0), QStringLiteral("first"));
    rename(QStringLiteral("  Rate of 0.3  "));
    QCOMPARE(listed(0), QStringLiteral("Rate of 0.3"));
    QTRY_VERIFY_WITH_TIMEOUT(entries()[0]->accessibleName().startsWith(QStringLiteral("Rate of 0.3: ")), patience);
    // The window that follows the run writes how it ended, and knows the name of its beginning.
    QVERIFY(live.write(21, RunFinished{RunFinished::Outcome::Failed, 18, 3, "Rank 1 on m2 ended.", {}}));
    QTRY_COMPARE_WITH_TIMEOUT(m_workspace->activeRuns(), 0, patience);
    QCOMPARE(m_workspace->history().find(live.record().id)->name, QStringLiteral("Rate of 0.3"));
    choose(0);
    rename(QStringLiteral(" "));
    QCOMPARE(listed(0), QStringLiteral("Rate of 0.3"));
}

void RunsListTest::aRunThatTrainsIsNotRemovedAndItIsSaidWhy()
{
    LiveRun live;
    QVERIFY(live.begin(m_home->path(), "first", 20));
    QTRY_COMPARE_WITH_TIMEOUT(entries().size(), 1, patience);
    choose(0);
    const auto *remove = page()->findChild<QPushButton *>(QStringLiteral("removeRun"));
    QVERIFY(!remove->isEnabled());
    QVERIFY(remove->toolTip().contains(QStringLiteral("first still trains: stop it before you remove it.")));
    QTest::keyClick(table(), Qt::Key_Delete);
    QVERIFY(!page()->findChild<QMessageBox *>(QStringLiteral("removeRunQuestion")));
    const auto *said = page()->findChild<QLabel *>(QStringLiteral("messageSentence"));
    QTRY_VERIFY(said->isVisible());
    QCOMPARE(said->text(), QStringLiteral("first still trains: stop it before you remove it."));
}

void RunsListTest::anotherRunLikeItIsPrepared()
{
    choose(0);
    takeFromMenu(QStringLiteral("New run like this one"));
    QCOMPARE(shownPage(), static_cast<int>(Page::NewRun));
    QCOMPARE(m_workspace->draft().name, std::string("Fashion-MNIST"));
    QCOMPARE(std::get<ImageSpec>(m_workspace->draft().task).data.folder.path, std::string("/nowhere"));
}

void RunsListTest::aClosedRunGoesOnWithoutTheWindow()
{
    LiveRun live;
    QVERIFY(live.begin(m_home->path(), "first", 20));
    QTRY_COMPARE_WITH_TIMEOUT(entries().size(), 1, patience);
    QPointer<OpenRun> run = m_workspace->open(live.record().id);
    m_window->showPage(Page::Run);
    QTRY_COMPARE_WITH_TIMEOUT(run->state(), TrainingRun::State::Running, patience);
    QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!run, patience); // its memory is given back
    QCOMPARE(shownPage(), static_cast<int>(Page::Runs));
    QCOMPARE(entries().size(), 0);
    QCOMPARE(m_window->windowTitle(), QStringLiteral("Motley"));
    QCOMPARE(m_workspace->activeRuns(), 1);
    QVERIFY(m_workspace->history().rename(live.record().id, QStringLiteral("another"))); // the list changes
    deliverEvents();
    QCOMPARE(entries().size(), 0);

    choose(0);
    QTest::keyClick(table(), Qt::Key_Return);
    QCOMPARE(entries().size(), 1);
    run = m_workspace->current();
    QTRY_COMPARE_WITH_TIMEOUT(run->state(), TrainingRun::State::Running, patience);
    auto *cross = entries()[0]->findChild<QToolButton *>(QStringLiteral("closeRun"));
    QVERIFY(cross->isVisible());
    QTest::mouseClick(cross, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!run, patience);
    QCOMPARE(entries().size(), 0);
}

void RunsListTest::isPictured_data()
{
    addLooks();
}

void RunsListTest::isPictured()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    m_window.reset();
    m_window = openWindow(*m_workspace, QSize(960, 540), theme, language);
    LiveRun live;
    QVERIFY(live.begin(m_home->path(), "Shakespeare", 60));
    QTRY_COMPARE_WITH_TIMEOUT(entries().size(), 1, patience);
    choose(0);
    QTest::keyClick(table(), Qt::Key_Delete);
    QVERIFY(saveScreenshot(*m_window, QStringLiteral("runslist-") + QTest::currentDataTag()));
    auto *menu = page()->findChild<QPushButton *>(QStringLiteral("moreOfRun"))->menu();
    menu->popup(m_window->mapToGlobal(QPoint(400, 80)));
    QVERIFY(saveScreenshot(*menu, QStringLiteral("runslist-menu-") + QTest::currentDataTag()));
    menu->close();
    QCOMPARE(m_window->size(), QSize(960, 540));
    m_workspace->language().choose(QStringLiteral("en"));
}

QTEST_MAIN(RunsListTest)
#include "tst_runslist.moc"
