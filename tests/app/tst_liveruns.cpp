// Runs that go on, of whichever program: in the rail, in the title, and as notices on the desktop.
#include "app/railrun.h"
#include "tests/app/liverun.h"
#include "tests/app/openwindow.h"
#include "tests/app/screenshot.h"

#include <QCheckBox>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QLabel>
#include <QProcess>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTemporaryDir>

using namespace motley;
using Page = NavigationRail::Page;

namespace {

constexpr int patience = 20'000; // milliseconds

struct Notice {
    QString title;
    QString text;
};

} // namespace

// The desktop's end of the bus: keeps what it is told to show.
class Desktop : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    std::vector<Notice> notices;

public Q_SLOTS:
    uint Notify(const QString &, uint, const QString &, const QString &title, const QString &text, const QStringList &,
        const QVariantMap &, int)
    {
        notices.push_back({title, text});
        return static_cast<uint>(notices.size());
    }

Q_SIGNALS:
    void ActionInvoked(uint id, const QString &action);
};

class LiveRunsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();
    void areInTheRailAndTheTitle();
    void leaveTheRailWhenNobodyLooked();
    void scrollWhereTheyAreMany();
    void areToldOfOnTheDesktop();
    void areNotToldOfToWhomLooks();
    void areToldOfAsTheUserLikes();
    void arePictured_data();
    void arePictured();

private:
    void lookElsewhere();
    QList<RailRunButton *> entries() const { return m_window->findChildren<RailRunButton *>(); }
    QString words(int entry) const { return entries().at(entry)->accessibleName().replace(QChar(0xa0), u' '); }
    QString title() const { return m_window->windowTitle().replace(QChar(0xa0), u' '); }
    int page() const { return m_window->findChild<QStackedWidget *>()->currentIndex(); }

    QProcess m_bus;
    Desktop m_desktop;
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<QWidget> m_elsewhere; // what the user looks at
};

void LiveRunsTest::initTestCase()
{
    m_bus.start(QStringLiteral("dbus-daemon"), {"--session", "--nofork", "--print-address"});
    if (!m_bus.waitForStarted() || !m_bus.waitForReadyRead())
        return;
    const QByteArray address = m_bus.readLine().trimmed();
    qputenv("DBUS_SESSION_BUS_ADDRESS", address); // of the window
    auto bus = QDBusConnection::connectToBus(QString::fromLatin1(address), QStringLiteral("desktop"));
    QVERIFY(bus.registerObject(QStringLiteral("/org/freedesktop/Notifications"), &m_desktop,
        QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals));
    QVERIFY(bus.registerService(QStringLiteral("org.freedesktop.Notifications")));
}

void LiveRunsTest::cleanupTestCase()
{
    QDBusConnection::disconnectFromBus(QStringLiteral("desktop"));
    m_bus.terminate();
    m_bus.waitForFinished();
}

void LiveRunsTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
    m_desktop.notices.clear();
    QVERIFY(m_workspace->load());
    m_window = openWindow(*m_workspace, QSize(960, 540));
}

void LiveRunsTest::cleanup()
{
    m_elsewhere.reset();
    m_window.reset();
    m_workspace.reset();
}

void LiveRunsTest::lookElsewhere()
{
    m_elsewhere = std::make_unique<QWidget>();
    m_elsewhere->show();
    m_elsewhere->activateWindow();
    QTRY_VERIFY(m_elsewhere->isActiveWindow());
}

void LiveRunsTest::areInTheRailAndTheTitle()
{
    QCOMPARE(title(), QStringLiteral("Motley"));
    LiveRun first;
    LiveRun second;
    QVERIFY(first.begin(m_home->path(), "first", 30));
    QTRY_COMPARE_WITH_TIMEOUT(entries().size(), 1, patience);
    QTRY_VERIFY_WITH_TIMEOUT(title().startsWith(QStringLiteral("16 % - first")), patience);
    QVERIFY2(words(0).startsWith(QStringLiteral("first: 16 %, ")), qPrintable(words(0)));
    QVERIFY2(words(0).endsWith(QStringLiteral(" left")), qPrintable(words(0)));
    QCOMPARE(page(), static_cast<int>(Page::Machines)); // nobody asked for another one
    QCOMPARE(m_window->findChild<QLabel *>(QStringLiteral("runStatus"))->text(), QStringLiteral("1 active run"));

    QVERIFY(second.begin(m_home->path(), "second", 60));
    QTRY_COMPARE_WITH_TIMEOUT(entries().size(), 2, patience);
    QTRY_VERIFY_WITH_TIMEOUT(words(1).startsWith(QStringLiteral("second: 3")), patience);
    QVERIFY(title().endsWith(QStringLiteral("first")));
    QTest::mouseClick(entries()[1], Qt::LeftButton);
    QCOMPARE(page(), static_cast<int>(Page::Run));
    QVERIFY(entries()[1]->isChecked());
    QVERIFY(title().endsWith(QStringLiteral("second")));
    QTest::keyClick(entries()[0], Qt::Key_Space);
    QVERIFY(entries()[0]->isChecked());
    QCOMPARE(m_workspace->current()->name(), QStringLiteral("first"));

    QVERIFY(first.write(LiveRun::recorded(30, 40)));
    QTRY_VERIFY_WITH_TIMEOUT(title().startsWith(QStringLiteral("22 % - first")), patience);
}

void LiveRunsTest::leaveTheRailWhenNobodyLooked()
{
    LiveRun unseen;
    LiveRun seen;
    QVERIFY(unseen.begin(m_home->path(), "unseen", 20));
    QVERIFY(seen.begin(m_home->path(), "seen", 20));
    QTRY_COMPARE_WITH_TIMEOUT(entries().size(), 2, patience);
    const QPointer<OpenRun> left = m_workspace->find(unseen.record().id);
    QVERIFY(m_workspace->open(seen.record().id));
    for (LiveRun *run : {&unseen, &seen})
        QVERIFY(run->write(21, RunFinished{RunFinished::Outcome::Failed, 18, 3, "Rank 1 on m2 ended.", {}}));
    QTRY_VERIFY_WITH_TIMEOUT(m_workspace->current()->isOver(), patience);
    QTRY_COMPARE_WITH_TIMEOUT(entries().size(), 1, patience);
    QTRY_VERIFY(!left);
    QTRY_COMPARE(words(0), QStringLiteral("seen: Failed"));
    QCOMPARE(title(), QStringLiteral("Failed - seen"));
}

void LiveRunsTest::scrollWhereTheyAreMany()
{
    std::vector<LiveRun> runs(7);
    for (LiveRun &run : runs)
        QVERIFY(run.begin(m_home->path(), "one of many", 10));
    QTRY_COMPARE_WITH_TIMEOUT(entries().size(), 7, patience);
    QVERIFY(settle(*m_window));
    QCOMPARE(m_window->size(), QSize(960, 540));
    auto *list = m_window->findChild<QScrollArea *>(QStringLiteral("railList"));
    QVERIFY(list->height() >= entries()[0]->height());
    m_workspace->open(runs[6].record().id);
    QVERIFY(settle(*m_window));
    const QRect seen(entries()[6]->mapTo(list, QPoint()), entries()[6]->size());
    QVERIFY(list->rect().contains(seen.center()));
}

void LiveRunsTest::areToldOfOnTheDesktop()
{
    if (m_bus.state() != QProcess::Running)
        QSKIP("There is no dbus-daemon.");
    LiveRun run;
    QVERIFY(run.begin(m_home->path(), "first", 20));
    QTRY_VERIFY_WITH_TIMEOUT(title().startsWith(QStringLiteral("10")), patience);
    lookElsewhere();
    QVERIFY(run.write(LiveRun::recorded(20, 80)));
    QTRY_COMPARE_WITH_TIMEOUT(m_desktop.notices.size(), std::size_t(1), patience);
    QVERIFY2(m_desktop.notices[0].text.contains(QStringLiteral("m1: Since step 68 its computing takes 4.7 times")),
        qPrintable(m_desktop.notices[0].text));
    QVERIFY(run.write(81, RunFinished{RunFinished::Outcome::Failed, 73, 3, "Rank 1 on <m2> ended.", {}}));
    QTRY_COMPARE_WITH_TIMEOUT(m_desktop.notices.size(), std::size_t(2), patience);
    QCOMPARE(m_desktop.notices[1].title, QStringLiteral("Failed - first"));
    QVERIFY2(m_desktop.notices[1].text.contains(QStringLiteral("Rank 1 on &lt;m2&gt; ended.")),
        qPrintable(m_desktop.notices[1].text));
    Q_EMIT m_desktop.ActionInvoked(2, QStringLiteral("default"));
    QTRY_COMPARE_WITH_TIMEOUT(page(), static_cast<int>(Page::Run), patience);
    QCOMPARE(m_workspace->current()->name(), QStringLiteral("first"));
}

void LiveRunsTest::areNotToldOfToWhomLooks()
{
    if (m_bus.state() != QProcess::Running)
        QSKIP("There is no dbus-daemon.");
    m_window->activateWindow();
    QTRY_VERIFY(m_window->isActiveWindow());
    LiveRun run;
    QVERIFY(run.begin(m_home->path(), "first", 20));
    QTRY_COMPARE_WITH_TIMEOUT(entries().size(), 1, patience);
    QVERIFY(m_workspace->open(run.record().id));
    QVERIFY(run.write(21, RunFinished{RunFinished::Outcome::Failed, 18, 3, "Rank 1 on m2 ended.", {}}));
    QTRY_VERIFY_WITH_TIMEOUT(m_workspace->current()->isOver(), patience);
    deliverEvents();
    QVERIFY(m_desktop.notices.empty());
}

void LiveRunsTest::areToldOfAsTheUserLikes()
{
    if (m_bus.state() != QProcess::Running)
        QSKIP("There is no dbus-daemon.");
    m_window->showPage(Page::Settings);
    auto *choice = m_window->findChild<QCheckBox *>(QStringLiteral("notices"));
    QVERIFY(choice->isChecked());
    QTest::mouseClick(choice, Qt::LeftButton, {}, QPoint(8, choice->height() / 2));
    QVERIFY(!m_workspace->settings().showsNotices());
    lookElsewhere();
    LiveRun run;
    QVERIFY(run.begin(m_home->path(), "first", 20));
    QTRY_COMPARE_WITH_TIMEOUT(entries().size(), 1, patience);
    QVERIFY(m_workspace->open(run.record().id));
    QVERIFY(run.write(21, RunFinished{RunFinished::Outcome::Failed, 18, 3, "Rank 1 on m2 ended.", {}}));
    QTRY_VERIFY_WITH_TIMEOUT(m_workspace->current()->isOver(), patience);
    deliverEvents();
    QVERIFY(m_desktop.notices.empty());
}

void LiveRunsTest::arePictured_data()
{
    addLooks();
}

void LiveRunsTest::arePictured()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    m_window.reset();
    m_window = openWindow(*m_workspace, QSize(960, 540), theme, language);
    std::vector<LiveRun> runs(3);
    QVERIFY(runs[0].begin(m_home->path(), "Shakespeare, with a long name", 60));
    QVERIFY(runs[1].begin(m_home->path(), "Fashion-MNIST", 120));
    QVERIFY(runs[2].begin(m_home->path(), "R&D", 10));
    QTRY_COMPARE_WITH_TIMEOUT(entries().size(), 3, patience);
    QTRY_COMPARE_WITH_TIMEOUT(m_workspace->runs()[1]->series().steps().size(), std::size_t(109), patience);
    QVERIFY(m_workspace->open(runs[1].record().id));
    m_window->showPage(Page::Run);
    QTRY_VERIFY(words(1).contains(QLocale().toString(68))); // in the digits of the language
    QVERIFY(saveScreenshot(*m_window, QStringLiteral("liveruns-") + QTest::currentDataTag()));
    m_window->showPage(Page::Settings);
    QVERIFY(saveScreenshot(*m_window, QStringLiteral("liveruns-settings-") + QTest::currentDataTag()));
    m_workspace->language().choose(QStringLiteral("en"));
}

QTEST_MAIN(LiveRunsTest)
#include "tst_liveruns.moc"
