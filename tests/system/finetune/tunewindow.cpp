// tunewindow JOB HOME: what a user does with three machines of 100, 50 and 25 % of a processor (tests/system/lab, so
// root): opens the window in a fresh home, ticks them, presses Start and waits for the end. Prints the run's folder.
#include "app/mainwindow.h"
#include "engine/job/jobspec.h"
#include "tests/system/lab/labfixture.h"

#include <QApplication>
#include <QPushButton>
#include <QTest>

#include <functional>
#include <iostream>

using namespace motley;

namespace {

constexpr int aMinute = 60'000;
constexpr int anHour = 60 * aMinute;

int refused(const std::string &why)
{
    std::cerr << why << std::endl;
    return 1;
}

std::string wordsOf(const std::optional<Error> &error)
{
    return error ? error->message + " " + error->detail : "No answer came in time.";
}

// All machines of the lab, and not this computer.
Result<void> tick(Workspace &workspace, const LabFixture &lab)
{
    for (const LabMachine &machine : lab.machines())
        if (const auto added = workspace.fleet().add({Machine::Kind::Ssh, machine.name, machine.name, {}}); added)
            (*added)->refresh();
        else
            return tl::unexpected(added.error());
    FleetModel &model = workspace.fleetModel();
    for (int row = 0; row < model.rowCount(); ++row) {
        const Host *host = model.hostAt(model.index(row, 0));
        if (!QTest::qWaitFor([&] { return host->state() == Host::State::Ready; }, aMinute))
            return fail(wordsOf(host->error()));
        const bool isInTheLab = host->machine().kind == Machine::Kind::Ssh;
        model.setData(model.index(row, 0), isInTheLab ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole);
    }
    return {};
}

int train(Workspace &workspace)
{
    MainWindow window(&workspace);
    window.show();
    window.showPage(NavigationRail::Page::NewRun);
    auto *start = window.findChild<QPushButton *>(QStringLiteral("startRun"));
    if (!QTest::qWaitFor([&] { return start->isEnabled(); }, aMinute))
        return refused("The window does not let this job start.");
    start->click();
    const OpenRun *run = workspace.current();
    if (!run || !QTest::qWaitFor([&] { return run->isOver(); }, anHour))
        return refused("The run did not end within an hour.");
    if (run->state() != TrainingRun::State::Finished)
        return refused(wordsOf(run->error()));
    std::cout << run->record().folder.toStdString() << std::endl;
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    const QApplication application(argc, argv);
    if (argc != 3)
        return refused("tunewindow JOB HOME");
    const auto job = readJob(argv[1]);
    if (!job)
        return refused(wordsOf(job.error()));
    qputenv("MOTLEY_ENGINE", MOTLEY_TRAVELLING);
    LabFixture lab;
    if (const auto up = lab.up({"--names", "large,middle,small", "--cpu", "100,50,25"}); !up)
        return refused(wordsOf(up.error()));
    qputenv("MOTLEY_SSH_CONFIG", lab.sshConfig().toUtf8());
    const QString home = QString::fromLocal8Bit(argv[2]);
    Workspace workspace({home, home});
    workspace.language().choose(QStringLiteral("en"));
    if (const auto loaded = workspace.load(); !loaded)
        return refused(wordsOf(loaded.error()));
    workspace.setDraft(*job);
    if (const auto ticked = tick(workspace, lab); !ticked)
        return refused(wordsOf(ticked.error()));
    return train(workspace);
}
