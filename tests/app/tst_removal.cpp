// What the user removes is asked about first, stays where Enter is pressed, and can come back for ten seconds.
#include "app/dialogs/addmachinedialog.h"
#include "app/mainwindow.h"
#include "app/models/runsmodel.h"
#include "app/widgets/openfolder.h"
#include "tests/remote/ssh/sshdserver.h"

#include <QDir>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace motley;

namespace {

QString writeRun(const QString &dataFolder)
{
    RunHistory history(dataFolder);
    JobSpec job;
    job.name = "digits";
    job.task = ImageSpec{{}, {"/data"}};
    if (!history.open())
        return {};
    const auto record = history.create(job, {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}}});
    return record ? record->folder : QString();
}

} // namespace

class RemovalTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(), m_workspace.reset(); }
    void aRunIsDeletedOnlyOnceItCannotComeBack();
    void aRunIsDeletedTenSecondsLater();
    void aRunIsDeletedOnItsMachinesToo_data();
    void aRunIsDeletedOnItsMachinesToo();
    void saysWhereARunCouldNotBeDeleted();
    void deletesARunOnceItsMachineIsBack();
    void namesTheRunsThatNeedItsCheckpoint();
    void aMachineComesBackAsItWas();
    void aFolderThatNothingOpensIsNamed();
    void suggestsNamesThatCanBe();

private:
    QMessageBox *askToRemove(const char *button, const char *question);
    void confirm(QMessageBox *question, const char *word);
    RunRecord placeRun(const std::vector<Machine> &machines);
    void removeOnlyRun();

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_runFolder;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

void RemovalTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_runFolder = writeRun(m_home->path());
    QVERIFY(QFileInfo::exists(m_runFolder));
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
    m_workspace->language().choose(QStringLiteral("en"));
    QVERIFY(m_workspace->load());
    m_window = std::make_unique<MainWindow>(m_workspace.get());
    m_window->show();
}

QMessageBox *RemovalTest::askToRemove(const char *button, const char *question)
{
    m_window->findChild<QPushButton *>(QLatin1String(button))->click();
    return m_window->findChild<QMessageBox *>(QLatin1String(question));
}

void RemovalTest::confirm(QMessageBox *question, const char *word)
{
    for (auto *button : question->buttons())
        if (button->text() == QLatin1String(word))
            return button->click();
    QFAIL("The question has no such button.");
}

void RemovalTest::aRunIsDeletedOnlyOnceItCannotComeBack()
{
    m_window->showPage(NavigationRail::Page::Runs);
    auto *runs = m_window->findChild<QTreeView *>(QStringLiteral("runsTable"));
    auto *undo = m_window->findChild<QToolButton *>(QStringLiteral("undoRemoval"));
    runs->setCurrentIndex(runs->model()->index(0, 0));
    const QString started = runs->model()->index(0, RunsModel::Started).data().toString();
    auto *question = askToRemove("removeRun", "removeRunQuestion");
    QVERIFY(question);
    QVERIFY(question->text().contains(QStringLiteral("digits")));
    QVERIFY(question->text().contains(started));
    QTest::keyClick(question, Qt::Key_Return);
    QTRY_VERIFY(!m_window->findChild<QMessageBox *>());
    QCOMPARE(runs->model()->rowCount(), 1);
    QVERIFY(!undo->isVisible());

    confirm(askToRemove("removeRun", "removeRunQuestion"), "Remove");
    QCOMPARE(runs->model()->rowCount(), 0);
    QVERIFY(undo->isVisible());
    undo->click();
    QCOMPARE(runs->model()->rowCount(), 1);
    QVERIFY(!undo->isVisible());
    QVERIFY(QFileInfo::exists(m_runFolder));

    runs->setCurrentIndex(runs->model()->index(0, 0));
    confirm(askToRemove("removeRun", "removeRunQuestion"), "Remove");
    QVERIFY(QFileInfo::exists(m_runFolder));
    cleanup(); // closing the window ends the wait
    QVERIFY(!QFileInfo::exists(m_runFolder));
}

void RemovalTest::aRunIsDeletedTenSecondsLater()
{
    QCOMPARE(m_workspace->removal().undoTime(), std::chrono::milliseconds(10'000));
    m_window->showPage(NavigationRail::Page::Runs);
    auto *runs = m_window->findChild<QTreeView *>(QStringLiteral("runsTable"));
    runs->setCurrentIndex(runs->model()->index(0, 0));
    confirm(askToRemove("removeRun", "removeRunQuestion"), "Remove");
    QVERIFY(QFileInfo::exists(m_runFolder));
    QVERIFY(m_window->findChild<QToolButton *>(QStringLiteral("undoRemoval"))->isVisible());
    m_workspace->removal().setUndoTime(std::chrono::milliseconds(0));
    QTRY_VERIFY(!QFileInfo::exists(m_runFolder));
    QVERIFY(!m_window->findChild<QToolButton *>(QStringLiteral("undoRemoval"))->isVisible());
}

// Gives the run a folder for each machine, below this test's own.
RunRecord RemovalTest::placeRun(const std::vector<Machine> &machines)
{
    RunRecord run = m_workspace->history().all().value().front();
    run.machines = machines;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        const QString folder = m_home->filePath(QStringLiteral("root/runs/%1-%2").arg(run.id).arg(i));
        run.remoteRuns.push_back({"/nowhere/motley-engine", folder.toStdString()});
        QFile launch(folder + QStringLiteral("/launch.json"));
        if (!QDir().mkpath(folder) || !launch.open(QIODevice::WriteOnly))
            return {};
    }
    run.outcome = RunRecord::Outcome::Failed;
    return m_workspace->history().update(run) ? run : RunRecord();
}

void RemovalTest::removeOnlyRun()
{
    m_window->showPage(NavigationRail::Page::Runs);
    auto *runs = m_window->findChild<QTreeView *>(QStringLiteral("runsTable"));
    QTRY_COMPARE(runs->model()->rowCount(), 1);
    runs->setCurrentIndex(runs->model()->index(0, 0));
    confirm(askToRemove("removeRun", "removeRunQuestion"), "Remove");
}

void RemovalTest::aRunIsDeletedOnItsMachinesToo_data()
{
    QTest::addColumn<bool>("closes"); // the window, before the ten seconds are over
    QTest::addRow("ten seconds later") << false;
    QTest::addRow("as the window is closed") << true;
}

void RemovalTest::aRunIsDeletedOnItsMachinesToo()
{
    QFETCH(bool, closes);
    const Machine here{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}};
    const RunRecord run = placeRun({here, here});
    QCOMPARE(run.remoteRuns.size(), std::size_t(2));
    removeOnlyRun();
    for (const RemoteRun &place : run.remoteRuns)
        QVERIFY(QFileInfo::exists(QString::fromStdString(place.folder)));
    if (closes)
        cleanup();
    else
        m_workspace->removal().setUndoTime(std::chrono::milliseconds(0));
    for (const RemoteRun &place : run.remoteRuns)
        QTRY_VERIFY(!QFileInfo::exists(QString::fromStdString(place.folder)));
}

void RemovalTest::saysWhereARunCouldNotBeDeleted()
{
    const Machine here{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}};
    const Machine away{Machine::Kind::Ssh, QStringLiteral("away"), QStringLiteral("ada@127.0.0.1:1"), {}};
    const RunRecord run = placeRun({away, here});
    QCOMPARE(run.remoteRuns.size(), std::size_t(2));
    QStringList words;
    connect(&m_workspace->removal(), &Removal::failed, this,
        [&](const Error &error) { words << QString::fromStdString(error.message); });
    removeOnlyRun();
    m_workspace->removal().setUndoTime(std::chrono::milliseconds(0));
    QTRY_COMPARE(words.size(), 1);
    QVERIFY2(words[0].contains(QStringLiteral("stay on away")), qPrintable(words[0]));
    QVERIFY(QFileInfo::exists(QString::fromStdString(run.remoteRuns[0].folder)));
    QVERIFY(!QFileInfo::exists(QString::fromStdString(run.remoteRuns[1].folder)));
}

// By the login of its next probe.
void RemovalTest::deletesARunOnceItsMachineIsBack()
{
    SshdServer server;
    const auto started = server.start();
    if (!started)
        QSKIP(started.error().message.c_str());
    server.knowHostKey();
    server.writeClientConfig({"IdentityFile " + server.makeKey("key")});
    server.stop();
    const RunRecord run = placeRun({{Machine::Kind::Ssh, QStringLiteral("away"), QStringLiteral("there"), {}}});
    QCOMPARE(run.remoteRuns.size(), std::size_t(1));
    QStringList words;
    connect(&m_workspace->removal(), &Removal::failed, this,
        [&](const Error &error) { words << QString::fromStdString(error.message); });
    removeOnlyRun();
    m_workspace->removal().setUndoTime(std::chrono::milliseconds(0));
    QTRY_COMPARE(words.size(), 1);
    QVERIFY2(words[0].contains(QStringLiteral("stay on away until the next contact")), qPrintable(words[0]));

    QVERIFY(server.start());
    const QString folder = QString::fromStdString(run.remoteRuns[0].folder);
    QVERIFY(QFileInfo::exists(folder));
    const auto host = m_workspace->fleet().add(run.machines[0]);
    QVERIFY(host);
    (*host)->refresh();
    QTRY_COMPARE_WITH_TIMEOUT((*host)->state(), Host::State::Ready, 20'000);
    QVERIFY(!QFileInfo::exists(folder));
    QVERIFY(m_workspace->history().leftFolders(run.machines[0])->empty());
}

void RemovalTest::namesTheRunsThatNeedItsCheckpoint()
{
    QVERIFY(QDir().mkpath(m_runFolder + QStringLiteral("/checkpoints/step-9")));
    JobSpec job;
    job.name = "digits, second part"; // which failed before it had a checkpoint of its own
    job.task = ImageSpec{{}, {"/data"}};
    job.continueFrom.path.path = m_runFolder.toStdString();
    auto child = m_workspace->history().create(job, {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}}});
    QVERIFY(child);
    child->outcome = RunRecord::Outcome::Failed;
    QVERIFY(m_workspace->history().update(*child));

    m_window->showPage(NavigationRail::Page::Runs);
    auto *runs = m_window->findChild<QTreeView *>(QStringLiteral("runsTable"));
    QTRY_COMPARE(runs->model()->rowCount(), 2);
    const auto lossOf = [&](const QString &name) {
        const auto found = runs->model()->match(
            runs->model()->index(0, RunsModel::Name), Qt::DisplayRole, name, 1, Qt::MatchExactly);
        runs->setCurrentIndex(found.value(0));
        auto *question = askToRemove("removeRun", "removeRunQuestion");
        const QString words = question->informativeText();
        delete question;
        return words;
    };
    QVERIFY(lossOf(QStringLiteral("digits")).contains(QStringLiteral("digits, second part of")));
    QVERIFY(!lossOf(QStringLiteral("digits, second part")).contains(QStringLiteral("only checkpoint")));
}

void RemovalTest::aMachineComesBackAsItWas()
{
    auto *machines = m_window->findChild<QTreeView *>(QStringLiteral("machineTree"));
    QVERIFY(m_workspace->fleet().add({Machine::Kind::Ssh, QStringLiteral("box"), QStringLiteral("ada@box"), {}}));
    QVERIFY(m_workspace->fleet().setTerms(QStringLiteral("box"), {1.25, 8, 5}));
    const Machine before = m_workspace->fleet().find(QStringLiteral("box"))->machine();
    machines->setCurrentIndex(machines->model()->index(1, 0));
    QTest::keyClick(askToRemove("removeMachine", "removeQuestion"), Qt::Key_Return);
    QVERIFY(m_workspace->fleet().find(QStringLiteral("box")));
    QTRY_VERIFY(!m_window->findChild<QMessageBox *>());
    confirm(askToRemove("removeMachine", "removeQuestion"), "Remove");
    QVERIFY(!m_workspace->fleet().find(QStringLiteral("box")));
    m_window->findChild<QToolButton *>(QStringLiteral("undoRemoval"))->click();
    QVERIFY(m_workspace->fleet().find(QStringLiteral("box")));
    QCOMPARE(m_workspace->fleet().find(QStringLiteral("box"))->machine(), before);
}

void RemovalTest::aFolderThatNothingOpensIsNamed()
{
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", QFile::encodeName(m_home->path())); // where no program is
    openFolder(m_window.get(), m_runFolder);
    QTRY_VERIFY(m_window->findChild<QMessageBox *>(QStringLiteral("folderPath")));
    qputenv("PATH", path);
    auto *message = m_window->findChild<QMessageBox *>(QStringLiteral("folderPath"));
    QVERIFY(message->informativeText().contains(m_runFolder));
}

void RemovalTest::suggestsNamesThatCanBe()
{
    QStringList names;
    for (const char *address : {"me@host:2299", "me@10.0.0.7:2299", "ssh://me@box.example.org:22", "10.0.0.8", "alias",
             "me@[fe80::1]:22", "::1"}) {
        const QString name = suggestedName(QLatin1String(address));
        const auto added = m_workspace->fleet().add({Machine::Kind::Ssh, name, QLatin1String(address), {}});
        QVERIFY2(added, added ? "" : added.error().message.c_str());
        names << name;
    }
    QCOMPARE(names.mid(0, 3), QStringList({QStringLiteral("host"), QStringLiteral("10.0.0.7"), QStringLiteral("box")}));
}

QTEST_MAIN(RemovalTest)
#include "tst_removal.moc"
