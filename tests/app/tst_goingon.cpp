// A run that failed by one machine goes on as another one, without that machine.
#include "app/mainwindow.h"
#include "app/pages/runpage.h"
#include "tests/app/screenshot.h"
#include "tests/app/writtenruns.h"

#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

class GoingOnTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesOnWithoutTheMachineThatFailed();
};

void GoingOnTest::goesOnWithoutTheMachineThatFailed()
{
    const QTemporaryDir home;
    writeFailedRun(home.path());
    Workspace workspace({home.path(), home.path()});
    workspace.language().choose(QStringLiteral("en"));
    Theme::current().choose(Theme::Choice::Light);
    QVERIFY(workspace.load());
    MainWindow window(&workspace);
    window.resize(1360, 880);
    window.show();
    const auto records = workspace.history().all();
    QVERIFY(records);
    QVERIFY(records->size() == 1);
    const OpenRun *failed = workspace.open(records->front().id);
    window.showPage(NavigationRail::Page::Run);
    auto *page = window.findChild<RunPage *>();
    auto *button = page->findChild<QPushButton *>(QStringLiteral("messageAction"));
    QTRY_VERIFY(button->isVisible());
    QVERIFY2(button->text().contains(QStringLiteral("gpu1")), qPrintable(button->text()));
    QVERIFY(saveScreenshot(window, QStringLiteral("light-run-failed")));
    QTest::mouseClick(button, Qt::LeftButton);
    const OpenRun *next = workspace.current();
    QVERIFY(next);
    QVERIFY(next != failed);
    QCOMPARE(next->record().machines, std::vector<Machine>{failed->record().machines.front()});
    const auto job = readJob(next->record().jobFile().toStdString());
    QVERIFY(job);
    QCOMPARE(job->continueFrom.path.path, failed->record().folder.toStdString());
}

QTEST_MAIN(GoingOnTest)
#include "tst_goingon.moc"
