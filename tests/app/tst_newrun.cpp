// What the page of a new run tells beside its fields: the very job file, how old what was measured is, and how far each
// machine is while it is measured.
#include "app/actionpalette.h"
#include "app/pages/jobfileview.h"
#include "app/pages/newrunpage.h"
#include "app/pages/plan/forecastview.h"
#include "app/words/format.h"
#include "engine/base/tcp.h"
#include "remote/session/silentprompter.h"
#include "tests/app/openwindow.h"
#include "tests/app/screenshot.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QToolButton>

using namespace motley;

namespace {

constexpr int patience = 20'000; // milliseconds

} // namespace

class NewRunTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
        QVERIFY(m_workspace->load());
    }
    void cleanup() { m_window.reset(), m_workspace.reset(); }
    void showsTheVeryJobFile_data() { addLooks(); }
    void showsTheVeryJobFile();
    void saysHowFarEachMachineIs();
    void saysHowOldAMeasurementIs();

private:
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

void NewRunTest::showsTheVeryJobFile()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    m_window = openWindow(*m_workspace, {1280, 800}, theme, language);
    m_window->showPage(NavigationRail::Page::NewRun);
    auto *page = m_window->findChild<NewRunPage *>();
    auto *view = page->findChild<JobFileView *>();
    auto *button = page->findChild<QPushButton *>(QStringLiteral("showJobFile"));
    QVERIFY(!view->isVisible());
    bool isOffered = false;
    for (const PaletteAction &action : actionsOf(*m_window))
        if (action.words.contains(button->text())) {
            action.run();
            isOffered = true;
            break;
        }
    QVERIFY(isOffered);
    QVERIFY(view->isVisible());

    auto *text = view->findChild<QPlainTextEdit *>(QStringLiteral("jobFileText"));
    QVERIFY(text->isReadOnly());
    auto *batch = page->findChild<QSpinBox *>(QStringLiteral("batch"));
    QVERIFY(batch);
    for (const int samples : {128, 96}) {
        batch->setValue(samples);
        const QString path = m_home->filePath(QStringLiteral("job.json"));
        QVERIFY(page->exportJob(path));
        QFile saved(path);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        QCOMPARE(text->toPlainText(), QString::fromUtf8(saved.readAll()));
        QVERIFY(text->toPlainText().contains(QStringLiteral("\"batch\": %1").arg(samples)));
    }
    view->findChild<QPushButton *>(QStringLiteral("copyJobFile"))->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), text->toPlainText());
    const QString tag = QString::fromLatin1(QTest::currentDataTag());
    QVERIFY(saveScreenshot(*m_window, QStringLiteral("jobfile-") + tag));
    m_window->resize(960, 540);
    QVERIFY(saveScreenshot(*m_window, QStringLiteral("jobfile-narrow-") + tag));
    QCOMPARE(m_window->size(), QSize(960, 540));
    QVERIFY(text->height() >= 3 * text->fontMetrics().lineSpacing());
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    text->setFocus();
    QTest::keyClick(text, Qt::Key_Escape);
    QVERIFY(!view->isVisible());
    QVERIFY(!button->isChecked());
    m_workspace->language().choose(QStringLiteral("en"));
}

// Their sshd takes the connection and says nothing.
void NewRunTest::saysHowFarEachMachineIs()
{
    const Descriptor silent = listenAt(*socketAddress("127.0.0.1", 0));
    QVERIFY(silent);
    const QString place = QStringLiteral("ssh://ada@127.0.0.1:%1").arg(portOf(silent));
    QFile text(m_home->filePath(QStringLiteral("text.txt")));
    QVERIFY(text.open(QIODevice::WriteOnly));
    text.write(QByteArray("Who knows how many words a model needs. ").repeated(2000));
    text.close();
    LanguageModelSpec task;
    task.data.train = {text.fileName().toStdString()};
    RunRequest request;
    request.job.task = task;
    for (const char *name : {"box", "gpu-node-17.cluster.example.org", "old"})
        request.machines.push_back({Machine::Kind::Ssh, QLatin1String(name), place, {}});
    request.devices.resize(3, {Device{}});
    SilentPrompter prompter;
    Measurement measurement(&prompter);
    const ProfileStore speeds(m_home->filePath(QStringLiteral("speeds.json")));
    ForecastView view(&measurement, &speeds);
    view.show(request, {{"box", {}, {{}}}, {"gpu", {}, {{}}}, {"old", {}, {{}}}});
    view.resize(320, 400);
    static_cast<QWidget &>(view).show();
    auto *machines = view.findChild<QWidget *>(QStringLiteral("measuredMachines"));
    QVERIFY(!machines->isVisible());
    qputenv("MOTLEY_ENGINE", QCoreApplication::applicationFilePath().toLocal8Bit()); // a program that could be sent
    view.findChild<QPushButton *>(QStringLiteral("measure"))->click();
    QVERIFY(machines->isVisible());
    const auto stages = machines->findChildren<QLabel *>(QStringLiteral("measureStage"));
    QCOMPARE(stages.size(), 3);
    for (const auto *stage : stages)
        QTRY_COMPARE_WITH_TIMEOUT(stage->text(), QStringLiteral("Connecting"), patience);
    QVERIFY2(view.minimumSizeHint().width() <= 320, qPrintable(QString::number(view.minimumSizeHint().width())));
    QVERIFY(saveScreenshot(view, QStringLiteral("measuring")));
    Q_EMIT measurement.progressed({QStringLiteral("old"), QStringLiteral("Sending the data"), 1 << 20, 4 << 20});
    QVERIFY2(stages[2]->text().contains(formatBytes(1 << 20)), qPrintable(stages[2]->text()));
    QVERIFY2(stages[2]->text().contains(formatBytes(4 << 20)), qPrintable(stages[2]->text()));
    QCOMPARE(stages[0]->text(), QStringLiteral("Connecting"));
    view.findChild<QPushButton *>(QStringLiteral("measure"))->click();
    QTRY_VERIFY_WITH_TIMEOUT(!machines->isVisible(), patience);
    qunsetenv("MOTLEY_ENGINE");
}

void NewRunTest::saysHowOldAMeasurementIs()
{
    SilentPrompter prompter;
    Measurement measurement(&prompter);
    const ProfileStore speeds(m_home->filePath(QStringLiteral("speeds.json")));
    ForecastView view(&measurement, &speeds);
    const auto age = [&] { return view.findChild<QLabel *>(QStringLiteral("measureProgress"))->text(); };
    RunRequest request;
    request.machines = {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}}};
    std::vector<CandidateMachine> machines{{"local", {}, {{{}, 2}}}};
    view.show(request, machines);
    QCOMPARE(age(), QString());
    machines.front().candidates.front().speed = SpeedReport{2400, 0.002, 0.0004, {}, 4690};
    speeds.store(request.job, machines);
    view.show(request, machines);
    QCOMPARE(age(), QStringLiteral("Measured: just now"));
    view.showNothing();
    QCOMPARE(age(), QString());
}

QTEST_MAIN(NewRunTest)
#include "tst_newrun.moc"
