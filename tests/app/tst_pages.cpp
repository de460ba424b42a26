// Every page as a person sees it, in light, dark and Arabic.
#include "app/dialogs/addmachinedialog.h"
#include "app/dialogs/hostkeydialog.h"
#include "app/dialogs/secretdialog.h"
#include "app/mainwindow.h"
#include "app/pages/forecastview.h"
#include "app/pages/newrunpage.h"
#include "app/pages/runpage.h"
#include "app/plots/metricplot.h"
#include "app/plots/plotpanel.h"
#include "app/words/format.h"
#include "remote/history/eventlogcopy.h"
#include "remote/prepare/preparation.h"
#include "remote/session/silentprompter.h"
#include "tests/app/screenshot.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMainWindow>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace motley;

namespace {

Event at(std::int64_t sequence, double time, EventBody body)
{
    return {sequence, time, std::move(body)};
}

HostKeyQuestion hostKeyQuestion()
{
    return {QStringLiteral("gpu1"), QStringLiteral("gpu1.example.org"), QStringLiteral("ssh-ed25519"),
        QStringLiteral("SHA256:uNiVztksCsDhcc0u9e8BrwIPmM5sIkZVPXfSbWVAnDo"),
        QStringLiteral("+--[ED25519 256]--+\n|    .o+.         |\n|   . =.o .       |\n|    + + * .      |\n"
                       "|   . o O B .     |\n|    . E S =      |\n|     o = +       |\n|      + = o      |\n"
                       "|     o o o       |\n|      .          |\n+----[SHA256]-----+")};
}

} // namespace

class PagesTest : public QObject {
    Q_OBJECT

private:
    // Writes a run to the history, so that the page reads it the way it reads any run.
    void writeRun(const QString &dataFolder);
    void checkLabels(QWidget &widget);
    void editDataFolders(MainWindow &window, const Host &host, const QString &screenshot);
    void editTerms(MainWindow &window, const Host &host, const QString &screenshot);
    void chooseAdasum(MainWindow &window, const QString &screenshot);

private Q_SLOTS:
    void showsEachPage_data();
    void showsEachPage();
    void offersToLeaveOutWhatSlows();
    void goesOnWithoutTheMachineThatFailed();
    void keepsTheSelectionWhenAnotherProgramChangesTheLists();
};

// The second machine is as fast, but 100 MB of gradients go through its link of 10 Mbit/s in each step.
void PagesTest::offersToLeaveOutWhatSlows()
{
    std::vector<CandidateMachine> machines(2);
    for (int i = 0; i < 2; ++i) {
        const std::string address = "10.0.0." + std::to_string(i + 1);
        machines[i].name = i == 0 ? "alpha" : "beta";
        machines[i].report.sshServerAddress = address;
        machines[i].report.interfaces = {{"eth0", {address + "/24"}, i == 0 ? 1000 : 10, true, false}};
        machines[i].candidates = {{{}, 2, SpeedReport{1000, 0.001, 0.001, {}, 300}}};
        machines[i].candidates[0].speed->memory.parameterBytes = 100000000;
    }
    SilentPrompter prompter;
    const QTemporaryDir folder;
    const SpeedBook speeds(folder.filePath(QStringLiteral("speeds.json")));
    ForecastView view(&prompter, &speeds);
    const QSignalSpy leftOut(&view, &ForecastView::leftOut);
    view.show(RunRequest{}, machines);
    // Each of the two machines slows the other, as one alone exchanges nothing; one of them has to stay.
    const auto offers = view.findChildren<QPushButton *>(QStringLiteral("leaveOut"));
    QCOMPARE(offers.size(), 1);
    QVERIFY(offers[0]->text().contains(QStringLiteral("beta")));
    QTest::mouseClick(offers[0], Qt::LeftButton);
    QTRY_COMPARE(leftOut.size(), 1);
    QCOMPARE(leftOut[0][0].toString(), QStringLiteral("beta"));
    machines.pop_back();
    view.show(RunRequest{}, machines);
    QVERIFY(view.findChildren<QPushButton *>(QStringLiteral("leaveOut")).isEmpty());
}

// A run that failed by its second machine and has a checkpoint on this computer.
void writeFailedRun(const QString &dataFolder)
{
    RunHistory history(dataFolder);
    QVERIFY(history.open());
    JobSpec job;
    job.name = "Fashion-MNIST";
    job.task = ImageSpec{{}, {"/nowhere"}};
    auto record = history.create(job,
        {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}},
            {Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("ada@127.0.0.1:9"), {}}});
    QVERIFY(record);
    Plan plan;
    plan.machines = {{"local", "10.0.0.1"}, {"gpu1", "10.0.0.2"}};
    plan.ranks = {{0, {}, 71, 0, 2}, {1, {}, 185, 0, 8}};
    StepDone step;
    step.step = 1;
    step.seconds = 0.1;
    step.samples = 256;
    step.ranks = {{0, 71, 71, 0.002, 0.021, 0.049, 0.024, 0.004}, {1, 185, 185, 0.003, 0.026, 0.062, 0.006, 0.004}};
    EventLogCopy copy(record->eventsFile());
    QVERIFY(copy.load());
    QVERIFY(copy.append({at(1, 1, PlanChosen{plan}), at(2, 2, step), at(3, 3, CheckpointSaved{1, "step-1", 9, 0.1}),
        at(4, 4, RankFailed{1, 1, "killed by signal 9 (Killed)", {}}),
        at(5, 4, RunFinished{RunFinished::Outcome::Failed, 1, 3, "Rank 1 on gpu1 ended.", {}})}));
    QVERIFY(QDir().mkpath(record->folder + QStringLiteral("/checkpoints/step-1")));
    record->places = {{"engine", "run"}, {"engine", "run"}};
    record->outcome = RunRecord::Outcome::Failed;
    QVERIFY(history.update(*record));
}

void PagesTest::goesOnWithoutTheMachineThatFailed()
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
    QVERIFY(records && records->size() == 1);
    const OpenRun *failed = workspace.open(records->front().id);
    window.showPage(NavigationRail::Page::Run);
    auto *page = window.findChild<RunPage *>();
    auto *button = page->findChild<QPushButton *>(QStringLiteral("messageAction"));
    QTRY_VERIFY(button->isVisible());
    QVERIFY2(button->text().contains(QStringLiteral("gpu1")), qPrintable(button->text()));
    QTest::qWait(250);
    QVERIFY(saveScreenshot(window, QStringLiteral("light-run-failed")));
    QTest::mouseClick(button, Qt::LeftButton);
    const OpenRun *next = workspace.current();
    QVERIFY(next && next != failed);
    QCOMPARE(next->record().machines, std::vector<Machine>{failed->record().machines.front()});
    const auto job = readJob(next->record().jobFile().toStdString());
    QVERIFY(job);
    QCOMPARE(job->continueFrom.path.path, failed->record().folder.toStdString());
}

void PagesTest::keepsTheSelectionWhenAnotherProgramChangesTheLists()
{
    const QTemporaryDir home;
    writeFailedRun(home.path());
    SilentPrompter prompter;
    Fleet terminal(home.filePath(QStringLiteral("machines.json")), &prompter);
    QVERIFY(terminal.add({Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("ada@127.0.0.1:9"), {}}));
    Workspace workspace({home.path(), home.path()});
    QVERIFY(workspace.load());
    MainWindow window(&workspace);
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

void PagesTest::writeRun(const QString &dataFolder)
{
    RunHistory history(dataFolder);
    QVERIFY(history.open());
    JobSpec job;
    job.name = "Fashion-MNIST";
    auto record = history.create(job,
        {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}},
            {Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("gpu1"), {}}});
    QVERIFY(record);
    Plan plan;
    plan.machines = {{"local", "10.0.0.1"}, {"gpu1", "10.0.0.2"}};
    plan.ranks = {{0, {}, 71, 0, 2}, {1, {}, 185, 0, 8}};
    const double begin = static_cast<double>(QDateTime::currentSecsSinceEpoch()) - 700;
    std::vector<Event> events;
    std::int64_t sequence = 0;
    const auto add
        = [&](double time, EventBody body) { events.push_back(at(++sequence, begin + time, std::move(body))); };
    add(0, PlanChosen{plan});
    add(0.1,
        RunStarted{"r", "Fashion-MNIST", "image-classification", "small-cnn", 98282, 60000, 256, 1175, 1, "0.1.0"});
    for (int step = 1; step <= 1175; ++step) {
        const double noise = std::sin(step * 12.9898) * 0.5 + std::sin(step * 78.233) * 0.5;
        StepDone done;
        done.step = step;
        done.epoch = 1 + (step - 1) / 235;
        done.loss = 0.24 + 2.06 * std::exp(-step / 90.0) + 0.35 * std::exp(-step / 600.0) * (1 + noise * 0.5);
        done.learningRate = 0.05 * 0.5 * (1 + std::cos(3.14159 * step / 1175));
        done.gradientNorm = 1.2 + noise * 0.4;
        done.samples = 256;
        done.seconds = 0.102 + noise * 0.006;
        done.samplesPerSecond = 256 / done.seconds;
        done.sampleHash = "0123456789abcdef";
        done.ranks = {{0, 71, 71, 0.002, 0.021, 0.049, 0.024, 0.004}, {1, 185, 185, 0.003, 0.026, 0.062, 0.006, 0.004}};
        if (step % 5 == 0)
            done.noiseScale = 600 + step;
        add(step * 0.102, done);
        if (step % 235 == 0)
            add(step * 0.102,
                Evaluation{step, done.epoch, 0.42 - step / 235 * 0.03,
                    {{"accuracy", 0.842 + step / 235 * 0.011, Metric::Unit::Fraction}}, 10000, 1.2});
        if (step % 500 == 0)
            add(step * 0.102, CheckpointSaved{step, "checkpoints/step", 812345, 0.2});
        if (step == 640)
            add(step * 0.102, Warning{1, "The clock of this machine was set while the run went on."});
        if (step % 200 == 0)
            for (int machine = 0; machine < 2; ++machine)
                add(step * 0.102,
                    Telemetry{machine, 82.0 + machine * 9, std::int64_t(6) << 30, std::int64_t(16) << 30,
                        machine == 1 ? std::vector<GpuTelemetry>{{"GPU-1", 97.0, std::int64_t(9) << 30, 212.0, 64.0}}
                                     : std::vector<GpuTelemetry>{}});
    }
    add(121, RunFinished{RunFinished::Outcome::Completed, 1175, 121, "", "model"});
    QFile file(record->eventsFile());
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (const Event &event : events)
        file.write(QByteArray::fromStdString(toLine(event)) + '\n');
    QVERIFY(QDir().mkpath(record->modelFolder()));
    record->places = {{"engine", "run"}, {"engine", "run"}};
    record->outcome = RunRecord::Outcome::Completed;
    record->finished = record->started.addSecs(121);
    record->best = Metric{"accuracy", 0.897, Metric::Unit::Fraction};
    record->lastLoss = 0.27;
    QVERIFY(history.update(*record));
}

void PagesTest::checkLabels(QWidget &widget)
{
    for (const auto *area : widget.findChildren<QScrollArea *>())
        if (area->isVisible() && area->widget()) {
            const int needed = area->widget()->minimumSizeHint().width();
            QVERIFY2(area->viewport()->width() >= needed, qPrintable(QString::number(needed)));
        }
    for (const auto *panel : widget.findChildren<PlotPanel *>()) {
        const auto *plot = panel->findChild<MetricPlot *>();
        for (const auto *entry : panel->findChildren<QToolButton *>())
            if (plot->isVisible() && entry->isVisible() && entry->property("legend").toBool())
                QVERIFY2(entry->geometry().bottom() < plot->mapTo(panel, QPoint()).y(), qPrintable(entry->text()));
    }
    for (auto *button : widget.findChildren<QPushButton *>())
        if (button->isVisible())
            QVERIFY2(button->width() >= button->minimumSizeHint().width(), qPrintable(button->text()));
}

void PagesTest::showsEachPage_data()
{
    QTest::addColumn<Theme::Choice>("theme");
    QTest::addColumn<QString>("language");
    QTest::addRow("light") << Theme::Choice::Light << QStringLiteral("en");
    QTest::addRow("dark") << Theme::Choice::Dark << QStringLiteral("en");
    QTest::addRow("arabic") << Theme::Choice::Light << QStringLiteral("ar");
    QTest::addRow("german") << Theme::Choice::Dark << QStringLiteral("de");
    QTest::addRow("chinese") << Theme::Choice::Light << QStringLiteral("zh_CN");
    QTest::addRow("contrast") << Theme::Choice::HighContrastDark << QStringLiteral("en");
}

void PagesTest::editDataFolders(MainWindow &window, const Host &host, const QString &screenshot)
{
    QTest::mouseClick(window.findChild<QPushButton *>(QStringLiteral("sharedFolders")), Qt::LeftButton);
    auto *dialog = window.findChild<QDialog *>(QStringLiteral("sharedFoldersDialog"));
    QVERIFY(dialog);
    auto *lines = dialog->findChild<QPlainTextEdit *>(QStringLiteral("folders"));
    auto *save = dialog->findChild<QPushButton *>(QStringLiteral("saveFolders"));
    lines->setPlainText(QStringLiteral("/data\nvolumes"));
    QTest::mouseClick(save, Qt::LeftButton);
    QVERIFY(dialog->isVisible() && host.machine().sharedFolders.empty());
    QVERIFY(!dialog->findChild<QLabel *>(QStringLiteral("messageSentence"))->isHidden());
    QVERIFY(saveScreenshot(*dialog, screenshot));
    checkLabels(*dialog);
    lines->setPlainText(QStringLiteral("/data\n/home/ada/volumes=/mnt/volumes\n"));
    QTest::mouseClick(save, Qt::LeftButton);
    QVERIFY(!dialog->isVisible());
    QCOMPARE(host.machine().sharedFolders.size(), std::size_t(2));
    QCOMPARE(host.machine().sharedFolders[1].there, QStringLiteral("/mnt/volumes"));
}

// Stores speeds as if this computer had been measured before.
void writeSpeeds(Workspace &workspace)
{
    const Host &host = *workspace.fleet().hosts().front();
    RunRequest request;
    request.cpuRanksPerMachine = 2;
    auto candidates = candidatesOf(request, *host.report(), {Device{}});
    for (Candidate &candidate : candidates)
        candidate.speed = SpeedReport{2400, 0.002, 0.0004, {}, 4690};
    workspace.history().speeds().store(
        workspace.draft(), {{host.machine().name.toStdString(), *host.report(), candidates}});
    QVERIFY(workspace.history().speeds().storeNoise(workspace.draft(), 1800));
}

void PagesTest::editTerms(MainWindow &window, const Host &host, const QString &screenshot)
{
    QTest::mouseClick(window.findChild<QPushButton *>(QStringLiteral("machineTerms")), Qt::LeftButton);
    auto *dialog = window.findChild<QDialog *>(QStringLiteral("machineTermsDialog"));
    QVERIFY(dialog);
    dialog->findChild<QDoubleSpinBox *>(QStringLiteral("pricePerHour"))->setValue(1.25);
    dialog->findChild<QDoubleSpinBox *>(QStringLiteral("hoursUntilTaken"))->setValue(8);
    auto *curve = dialog->findChild<QLineEdit *>(QStringLiteral("lifetime"));
    auto *save = dialog->findChild<QPushButton *>(QStringLiteral("saveTerms"));
    curve->setText(QStringLiteral("6:0.5, 2:0.1"));
    QVERIFY(!dialog->findChild<QDoubleSpinBox *>(QStringLiteral("hoursUntilTaken"))->isEnabled());
    QTest::mouseClick(save, Qt::LeftButton);
    QVERIFY(dialog->isVisible());
    curve->setText(QStringLiteral("2:0.1, 6:0.5"));
    QVERIFY(saveScreenshot(*dialog, screenshot));
    checkLabels(*dialog);
    QTest::mouseClick(save, Qt::LeftButton);
    QVERIFY(!dialog->isVisible());
    QCOMPARE(host.machine().terms, (MachineTerms{1.25, 0, 0, {{2, 0.1}, {6, 0.5}}}));
}

// Plan and forecast then say that the curve depends on the grouping.
void PagesTest::chooseAdasum(MainWindow &window, const QString &screenshot)
{
    auto *combine = window.findChild<QComboBox *>(QStringLiteral("exchange.combine"));
    auto *form = window.findChild<QWidget *>(QStringLiteral("jobForm"));
    const auto linesOf = [&window](const char *name) {
        return window.findChild<QLabel *>(QLatin1String(name))->text().count(QLatin1Char('\n'));
    };
    const auto planLines = linesOf("planReasons");
    const auto forecastLines = linesOf("forecastWords");
    combine->setCurrentIndex(1);
    QTest::qWait(50);
    QVERIFY(form->findChild<QComboBox *>(QStringLiteral("exchange.between"))->isVisibleTo(form));
    if (window.findChild<QPushButton *>(QStringLiteral("startRun"))->isEnabled()) {
        QCOMPARE(linesOf("planReasons"), planLines + 1);
        QCOMPARE(linesOf("forecastWords"), forecastLines + 1);
    }
    QVERIFY(saveScreenshot(*form, screenshot));
    QVERIFY(saveScreenshot(window, screenshot + QStringLiteral("-page")));
    checkLabels(window);
    combine->setCurrentIndex(0);
    QTest::qWait(50);
    QCOMPARE(linesOf("planReasons"), planLines);
}

void PagesTest::showsEachPage()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    const QString tag = QString::fromLatin1(QTest::currentDataTag());
    QTemporaryDir home;
    writeRun(home.path());
    Workspace workspace({home.path(), home.path()});
    workspace.language().choose(language);
    Theme::current().choose(theme);
    QVERIFY(workspace.load());
    const auto added
        = workspace.fleet().add({Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("ada@127.0.0.1:9"), {}});
    QVERIFY(added);
    (*added)->refresh();

    MainWindow window(&workspace);
    window.resize(1360, 880);
    window.show();
    Host *local = workspace.fleet().hosts().front().get();
    QTRY_COMPARE_WITH_TIMEOUT(local->state(), Host::State::Ready, 20000);
    QTRY_COMPARE_WITH_TIMEOUT((*added)->state(), Host::State::Failed, 20000);
    workspace.ticks().set(QStringLiteral("local"), Device{}, true);

    auto *tree = window.findChild<QTreeView *>(QStringLiteral("machineTree"));
    QVERIFY(tree->model()->rowCount(tree->model()->index(0, 0)) >= 1);
    window.showPage(NavigationRail::Page::Machines);
    tree->setCurrentIndex(tree->model()->index(0, 0));
    QVERIFY(saveScreenshot(window, tag + QStringLiteral("-machines")));
    tree->setCurrentIndex(tree->model()->index(1, 0));
    QVERIFY(!window.findChild<QLabel *>(QStringLiteral("messageSentence"))->isHidden());
    QVERIFY(saveScreenshot(window, tag + QStringLiteral("-machines-error")));
    checkLabels(window);
    editDataFolders(window, **added, tag + QStringLiteral("-data-folders"));
    editTerms(window, **added, tag + QStringLiteral("-terms"));
    if (QTest::currentTestFailed())
        return;

    writeSpeeds(workspace);
    window.showPage(NavigationRail::Page::NewRun);
    auto *start = window.findChild<QPushButton *>(QStringLiteral("startRun"));
    if (QFile::exists(QStringLiteral("/usr/share/datasets/fashion-mnist")))
        QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), 10000);
    QTest::qWait(50);
    window.findChild<QSpinBox *>(QStringLiteral("cpuRanks"))->setValue(2);
    QTest::qWait(50);
    if (start->isEnabled()) {
        QVERIFY(window.findChild<QLabel *>(QStringLiteral("forecastWords"))->text().count(QLatin1Char('\n')) >= 2);
        const auto *advice = window.findChild<QLabel *>(QStringLiteral("forecastAdvice"));
        QVERIFY(!advice->isHidden() && advice->text().contains(formatCount(1800)));
    }
    QVERIFY(saveScreenshot(window, tag + QStringLiteral("-newrun")));
    checkLabels(window);
    chooseAdasum(window, tag + QStringLiteral("-newrun-adasum"));
    if (QTest::currentTestFailed())
        return;
    auto *momentum = window.findChild<QDoubleSpinBox *>(QStringLiteral("optimizer.momentum"));
    momentum->setValue(0); // Nesterov's method needs momentum
    QTest::qWait(50);
    QVERIFY(!start->isEnabled());
    QVERIFY(saveScreenshot(window, tag + QStringLiteral("-newrun-problem")));
    checkLabels(window);
    momentum->setValue(0.9);

    window.showPage(NavigationRail::Page::Runs);
    auto *runs = window.findChild<QTreeView *>(QStringLiteral("runsTable"));
    QCOMPARE(runs->model()->rowCount(), 1);
    runs->setCurrentIndex(runs->model()->index(0, 0));
    QVERIFY(saveScreenshot(window, tag + QStringLiteral("-runs")));
    checkLabels(window);

    QTest::keyClick(runs, Qt::Key_Return);
    OpenRun *run = workspace.current();
    QVERIFY(run);
    QTRY_COMPARE_WITH_TIMEOUT(static_cast<int>(run->series().steps().size()), 1175, 10000);
    window.showPage(NavigationRail::Page::Run);
    const auto *noise = window.findChild<QLabel *>(QStringLiteral("statNoise"));
    QTRY_COMPARE(noise->text(), formatCount(1775));
    QVERIFY(!noise->isHidden() && noise->toolTip().contains(formatCount(256)));
    auto *plot = window.findChild<MetricPlot *>(QStringLiteral("lossPlot"));
    auto *rate = window.findChild<MetricPlot *>(QStringLiteral("throughputPlot"));
    QTRY_VERIFY(plot->redraws() > 0 && rate->redraws() > 0);
    QVERIFY(!plot->isEmpty());
    QCOMPARE(static_cast<int>(rate->curves().size()), 5); // all together, and what each machine could do and did
    plot->moveCrosshair(1);
    plot->moveCrosshair(3); // away from the test in step 470 or 705
    QStringList shown;
    for (const auto *entry : window.findChild<QWidget *>(QStringLiteral("loss"))->findChildren<QToolButton *>())
        if (entry->property("legend").toBool())
            shown << entry->text();
    QCOMPARE(shown.size(), 3);
    QVERIFY(!shown[0].contains(QChar(0x2013)) && shown[2].contains(QChar(0x2013))); // no test in this step
    QTest::qWait(250);
    QVERIFY(saveScreenshot(window, tag + QStringLiteral("-run")));
    checkLabels(window);
    for (const auto ending : {"png", "svg", "pdf", "csv"}) {
        QString problem;
        const QString path = home.filePath(QStringLiteral("loss.") + QLatin1String(ending));
        QVERIFY2(plot->exportTo(path, &problem), qPrintable(problem));
        QVERIFY(QFileInfo(path).size() > 1000);
    }

    window.showPage(NavigationRail::Page::Settings);
    QVERIFY(saveScreenshot(window, tag + QStringLiteral("-settings")));

    using Page = NavigationRail::Page;
    window.resize(window.minimumWidth(), 720);
    for (const auto &[page, name] : {std::pair(Page::Machines, "machines"), std::pair(Page::NewRun, "newrun"),
             std::pair(Page::Runs, "runs"), std::pair(Page::Run, "run")}) {
        window.showPage(page);
        QTest::qWait(250);
        QVERIFY(saveScreenshot(window, tag + QStringLiteral("-narrow-") + QLatin1String(name)));
        checkLabels(window);
    }

    HostKeyDialog key(hostKeyQuestion());
    key.show();
    QVERIFY(saveScreenshot(key, tag + QStringLiteral("-hostkey")));
    SecretDialog secret({SecretQuestion::Kind::Password, QStringLiteral("gpu1"), QStringLiteral("ada@gpu1"), {},
        QStringLiteral("Password:"), false, 2});
    secret.show();
    QVERIFY(saveScreenshot(secret, tag + QStringLiteral("-secret")));
    AddMachineDialog add(&workspace.fleet(), &workspace.prompter());
    add.show();
    QVERIFY(saveScreenshot(add, tag + QStringLiteral("-add")));
}

QTEST_MAIN(PagesTest)
#include "tst_pages.moc"
