// A run that failed by one machine goes on as another one, without that machine.
#include "app/mainwindow.h"
#include "app/pages/newrunpage.h"
#include "app/pages/runpage.h"
#include "app/widgets/messagecard.h"
#include "tests/app/noticeaction.h"
#include "tests/app/screenshot.h"
#include "tests/app/writtenruns.h"

#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

class GoingOnTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesOnWithoutTheMachineThatFailed();
    void bringsTheMachinesOfARunThatIsChanged();
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
    QCOMPARE(noticeActions(*page),
        (QStringList{QStringLiteral("Go on without gpu1"), QStringLiteral("Go on"), QStringLiteral("Start again"),
            QStringLiteral("Change and start")}));
    QTest::mouseClick(button, Qt::LeftButton);
    const OpenRun *next = workspace.current();
    QVERIFY(next);
    QVERIFY(next != failed);
    QCOMPARE(next->record().machines, std::vector<Machine>{failed->record().machines.front()});
    const auto job = readJob(next->record().jobFile().toStdString());
    QVERIFY(job);
    QCOMPARE(job->continueFrom.path.path, failed->record().folder.toStdString());
}

// What is ticked for the next run is of another one.
void GoingOnTest::bringsTheMachinesOfARunThatIsChanged()
{
    const QTemporaryDir home;
    writeFailedRun(home.path());
    QVERIFY(changeMachines(home.filePath(QStringLiteral("machines.json")), [](std::vector<Machine> &machines) {
        machines.push_back({Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}});
        for (const char *name : {"other", "gpu1"})
            machines.push_back({Machine::Kind::Ssh, QLatin1String(name), QStringLiteral("ada@127.0.0.1:9"), {}});
        return Result<void>();
    }));
    Workspace workspace({home.path(), home.path()});
    workspace.language().choose(QStringLiteral("en"));
    QVERIFY(workspace.load());
    workspace.ticks().set(QStringLiteral("other"), Device{}, true);
    workspace.ticks().set(QStringLiteral("local"), Device{}, false);
    MainWindow window(&workspace);
    window.show();
    const auto records = workspace.history().all();
    QVERIFY(records);
    workspace.open(records->front().id);
    window.showPage(NavigationRail::Page::Run);
    const auto *page = window.findChild<RunPage *>();
    QTRY_VERIFY(takeNoticeAction(*page, QStringLiteral("Change and start")));
    QCOMPARE(workspace.ticks().keys(),
        (QSet<QString>{DeviceSelection::keyOf(QStringLiteral("local"), Device{}),
            DeviceSelection::keyOf(QStringLiteral("gpu1"), Device{})}));
    QCOMPARE(workspace.settings().tickedDevices(), workspace.ticks().keys());
    QCOMPARE(workspace.draft().name, std::string("Fashion-MNIST"));
    const auto *card = window.findChild<NewRunPage *>()->findChild<MessageCard *>({}, Qt::FindDirectChildrenOnly);
    const auto *sentence = card->findChild<QLabel *>(QStringLiteral("messageSentence"));
    QVERIFY(!sentence->isVisible());

    QVERIFY(workspace.fleet().remove(QStringLiteral("gpu1")));
    window.showPage(NavigationRail::Page::Run);
    QVERIFY(takeNoticeAction(*page, QStringLiteral("Change and start")));
    QCOMPARE(workspace.ticks().keys(), (QSet<QString>{DeviceSelection::keyOf(QStringLiteral("local"), Device{})}));
    QTRY_VERIFY(sentence->isVisible());
    QCOMPARE(sentence->text(), QStringLiteral("No longer in the list of machines: gpu1"));
}

QTEST_MAIN(GoingOnTest)
#include "tst_goingon.moc"
