// Lists that another program changes while the window shows them.
#include "app/mainwindow.h"
#include "remote/session/silentprompter.h"
#include "tests/app/writtenruns.h"

#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace motley;

class SharedListsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsTheSelectionWhenAnotherProgramChangesTheLists();
};

void SharedListsTest::keepsTheSelectionWhenAnotherProgramChangesTheLists()
{
    const QTemporaryDir home;
    writeFailedRun(home.path());
    SilentPrompter prompter;
    Fleet terminal(home.filePath(QStringLiteral("machines.json")), &prompter);
    QVERIFY(terminal.add({Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("ada@127.0.0.1:9"), {}}));
    Workspace workspace({home.path(), home.path()});
    QVERIFY(workspace.load());
    MainWindow window(&workspace);
    window.show();
    window.showPage(NavigationRail::Page::Runs); // a list that nobody sees is not read
    auto *machines = window.findChild<QTreeView *>(QStringLiteral("machineTree"));
    auto *runs = window.findChild<QTreeView *>(QStringLiteral("runsTable"));
    machines->setCurrentIndex(machines->model()->index(1, 0));
    runs->setCurrentIndex(runs->model()->index(0, 0));
    QVERIFY(terminal.add({Machine::Kind::Ssh, QStringLiteral("gpu2"), QStringLiteral("ada@127.0.0.1:9"), {}}));
    writeFailedRun(home.path()); // the newer run comes first
    QTRY_COMPARE(machines->model()->rowCount(), 3);
    QTRY_COMPARE(runs->model()->rowCount(), 2);
    QCOMPARE(machines->currentIndex().row(), 1);
    QCOMPARE(runs->currentIndex().row(), 1);
}

QTEST_MAIN(SharedListsTest)
#include "tst_sharedlists.moc"
