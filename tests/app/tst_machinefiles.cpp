// What a machine holds of Motley is shown and removed from the window; and a machine that is in the list under two
// names is remarked, in its details and before a run.
#include "app/dialogs/deployeddialog.h"
#include "app/pages/machinedetails.h"
#include "remote/session/machinename.h"
#include "tests/app/openwindow.h"
#include "tests/app/screenshot.h"
#include "tests/remote/ssh/sshdserver.h"

#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTreeView>

using namespace motley;

namespace {

constexpr int patience = 60'000; // milliseconds

bool writeFile(const QString &path, qint64 bytes)
{
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly)
        && file.write(QByteArray(bytes, 'x')) == bytes;
}

} // namespace

class MachineFilesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(), m_workspace.reset(); }
    void showsAndRemovesWhatIsThere_data() { addLooks(); }
    void showsAndRemovesWhatIsThere();
    void removesNothingWhileARunIsThere();
    void findsOneOfManyMachines();
    void remarksOneMachineUnderTwoNames_data() { addLooks(); }
    void remarksOneMachineUnderTwoNames();

private:
    DeployedDialog *openFiles();
    QString text(const QWidget &widget, const char *name) const
    {
        return widget.findChild<QLabel *>(QLatin1String(name))->text();
    }

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_root;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

void MachineFilesTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_root = m_home->filePath(QStringLiteral("motley"));
    qputenv("XDG_DATA_HOME", m_home->path().toUtf8());
    qputenv("MOTLEY_ENGINE", ENGINE);
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_root});
    m_workspace->language().choose(QStringLiteral("en"));
    QVERIFY(m_workspace->load());
    QTRY_COMPARE_WITH_TIMEOUT(m_workspace->fleet().hosts().front()->state(), Host::State::Ready, patience);
}

DeployedDialog *MachineFilesTest::openFiles()
{
    m_window->showPage(NavigationRail::Page::Machines);
    m_window->findChild<QPushButton *>(QStringLiteral("deployedFiles"))->click();
    auto *dialog = m_window->findChild<DeployedDialog *>();
    const auto *table = dialog->findChild<QTreeView *>(QStringLiteral("deployedTable"));
    [&] { QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 0, patience); }();
    return dialog;
}

void MachineFilesTest::showsAndRemovesWhatIsThere()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    JobSpec job;
    job.name = "digits";
    job.task = ImageSpec{{}, {"/data"}};
    auto run = m_workspace->history().create(job, {m_workspace->fleet().hosts().front()->machine()});
    QVERIFY(run);
    run->outcome = RunRecord::Outcome::Completed;
    QVERIFY(m_workspace->history().update(*run));
    QVERIFY(QDir().mkpath(m_root + QStringLiteral("/blobs/sha256")));
    QVERIFY(writeFile(m_root + QStringLiteral("/data/0717aa11bb22cc33/data.folder/train.gz"), 3 << 20));
    QVERIFY(writeFile(m_root + QStringLiteral("/data/0717aa11bb22cc33/model.start/config.json"), 40'000));
    QVERIFY(writeFile(m_root + QStringLiteral("/runs/") + run->id + QStringLiteral("/events.jsonl"), 1 << 20));
    m_window = openWindow(*m_workspace, {1280, 800}, theme, language);
    auto *dialog = openFiles();
    if (language == QLatin1String("en"))
        QCOMPARE(dialog->windowTitle(), QStringLiteral("Files of Motley on this computer"));
    const auto *table = dialog->findChild<QTreeView *>(QStringLiteral("deployedTable"));
    QCOMPARE(table->model()->rowCount(), 3);
    QCOMPARE(QString(table->model()->index(0, 1).data().toString()).remove(QChar(0x2066)).remove(QChar(0x2069)),
        QStringLiteral("data.folder/train.gz"));
    QCOMPARE(table->model()->index(1, 1).data().toString(), QStringLiteral("digits"));
    QVERIFY(saveScreenshot(*dialog, QStringLiteral("machinefiles-") + QTest::currentDataTag()));
    QVERIFY(saveScreenshot(*m_window, QStringLiteral("machinefiles-page-") + QTest::currentDataTag()));

    auto *remove = dialog->findChild<QPushButton *>(QStringLiteral("removeUnused"));
    QTRY_VERIFY(remove->isEnabled());
    remove->click();
    auto *question = dialog->findChild<QMessageBox *>(QStringLiteral("removeUnusedQuestion"));
    QVERIFY(question);
    QVERIFY(saveScreenshot(*question, QStringLiteral("machinefiles-question-") + QTest::currentDataTag()));
    for (auto *button : question->buttons())
        if (question->buttonRole(button) == QMessageBox::AcceptRole
            || question->buttonRole(button) == QMessageBox::DestructiveRole)
            button->click();
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, patience); // the run's results are nowhere else
    QVERIFY(!QDir(m_root + QStringLiteral("/data/0717aa11bb22cc33")).exists());
    QVERIFY(QDir(m_root + QStringLiteral("/runs/") + run->id).exists());
    m_workspace->language().choose(QStringLiteral("en"));
}

void MachineFilesTest::removesNothingWhileARunIsThere()
{
    QVERIFY(writeFile(m_root + QStringLiteral("/data/0717aa11bb22cc33/data.folder/train.gz"), 1000));
    JobSpec job;
    job.name = "digits";
    job.task = ImageSpec{{}, {"/data"}};
    QVERIFY(m_workspace->history().create(job, {m_workspace->fleet().hosts().front()->machine()})); // is being prepared
    m_window = openWindow(*m_workspace, {1280, 800});
    const QString local = m_workspace->fleet().hosts().front()->machine().name;
    QTRY_VERIFY(!m_workspace->runsOn(local).isEmpty());
    const auto *remove = openFiles()->findChild<QPushButton *>(QStringLiteral("removeUnused"));
    QVERIFY(!remove->isEnabled());
    QVERIFY(remove->toolTip().contains(QStringLiteral("digits")));
}

void MachineFilesTest::findsOneOfManyMachines()
{
    m_window = openWindow(*m_workspace, {1280, 800});
    m_window->showPage(NavigationRail::Page::Machines);
    auto *filter = m_window->findChild<QLineEdit *>(QStringLiteral("machineFilter"));
    const auto *tree = m_window->findChild<QTreeView *>(QStringLiteral("machineTree"));
    QVERIFY(!filter->isVisible());
    for (int i = 1; i < 12; ++i)
        QVERIFY(m_workspace->fleet().add({Machine::Kind::Ssh, QStringLiteral("node-%1").arg(i, 2, 10, QLatin1Char('0')),
            QStringLiteral("ada@10.255.0.%1").arg(i), {}}));
    QVERIFY(filter->isVisible());
    const auto seen = [&] {
        QStringList names;
        for (int row = 0; row < tree->model()->rowCount(); ++row)
            if (!tree->isRowHidden(row, {}))
                names << tree->model()->index(row, 0).data().toString();
        return names;
    };
    QCOMPARE(seen().size(), 12);
    filter->setText(QStringLiteral("NODE 07"));
    QCOMPARE(seen(), QStringList{QStringLiteral("node-07")});
    filter->setText(QStringLiteral("10.255.0.1"));
    QCOMPARE(seen().size(), 3);
    QVERIFY(m_workspace->fleet().remove(QStringLiteral("node-10")));
    QCOMPARE(seen(), (QStringList{QStringLiteral("node-01"), QStringLiteral("node-11")}));
    filter->clear();
    QCOMPARE(seen().size(), 11);
}

// This computer and its own sshd, which is one machine.
void MachineFilesTest::remarksOneMachineUnderTwoNames()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    SshdServer server;
    QVERIFY(server.start());
    server.writeClientConfig({"IdentityFile " + server.makeKey(QStringLiteral("key"))});
    server.knowHostKey();
    const auto added
        = m_workspace->fleet().add({Machine::Kind::Ssh, QStringLiteral("box"), QStringLiteral("there"), {}});
    QVERIFY(added);
    m_window = openWindow(*m_workspace, {1280, 800}, theme, language);
    auto *details = m_window->findChild<MachineDetails *>();
    auto *tree = m_window->findChild<QTreeView *>(QStringLiteral("machineTree"));
    auto *sentence = details->findChild<QLabel *>(QStringLiteral("messageSentence"));
    tree->setCurrentIndex(tree->model()->index(0, 0));
    QVERIFY(!sentence->isVisibleTo(details));
    const auto *remark = m_window->findChild<QLabel *>(QStringLiteral("sameMachines"));
    QVERIFY(remark->text().isEmpty());
    (*added)->refresh();
    QTRY_COMPARE_WITH_TIMEOUT((*added)->state(), Host::State::Ready, patience);
    m_window->showPage(NavigationRail::Page::Machines);
    for (const int row : {0, 1}) {
        tree->setCurrentIndex(tree->model()->index(row, 0));
        QTRY_VERIFY(sentence->isVisibleTo(details));
        QVERIFY2(sentence->text().contains(QStringLiteral("box")), qPrintable(sentence->text()));
        const QString name = m_workspace->fleet().hosts().front()->displayName();
        QVERIFY2(sentence->text().contains(row == 0 ? name : insideSentence(name)), qPrintable(sentence->text()));
    }
    QVERIFY(saveScreenshot(*m_window, QStringLiteral("samemachine-") + QTest::currentDataTag()));
    QVERIFY(remark->text().isEmpty()); // one of them is ticked
    m_workspace->ticks().set(QStringLiteral("box"), Device{}, true);
    QVERIFY2(remark->text().contains(QStringLiteral("box")), qPrintable(remark->text()));
    m_window->showPage(NavigationRail::Page::NewRun);
    QVERIFY(saveScreenshot(*m_window, QStringLiteral("samemachine-newrun-") + QTest::currentDataTag()));
    m_workspace->ticks().set(QStringLiteral("box"), Device{}, false);
    QVERIFY(remark->text().isEmpty());
    m_workspace->language().choose(QStringLiteral("en"));
}

QTEST_MAIN(MachineFilesTest)
#include "tst_machinefiles.moc"
