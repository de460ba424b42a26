#include "engine/commands/commands.h"
#include "engine/commands/run/runfolderargument.h"
#include "engine/run/agentpidfile.h"
#include "engine/run/runstatus.h"

#include <signal.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <thread>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto patience = std::chrono::seconds(45); // for an agent that ends at once; it gives a full disk 30 s
constexpr auto noticeInterval = std::chrono::seconds(60); // whoever waits for this command must hear that it goes on

struct StopOptions {
    std::string folder;
    bool now = false;
    bool pause = false;
};

Result<RunStatus> stop(const RunFolder &folder, bool now, bool pause)
{
    const auto agent = agentOf(folder);
    if (!agent || livenessOf(*agent) == Liveness::Dead)
        return statusOf(folder);
    if (livenessOf(*agent) == Liveness::Elsewhere)
        return fail("The agent of this run lives on " + agent->hostName + ". Run this command there.");
    signalAgent(*agent, now ? SIGQUIT : pause ? SIGUSR2 : SIGTERM);
    signalAgent(*agent, SIGCONT); // a suspended agent handles no other signal
    const auto started = Clock::now();
    auto lastNotice = started;
    while (!now || Clock::now() - started < patience) {
        if (livenessOf(*agent) == Liveness::Dead)
            return statusOf(folder);
        if (!now && Clock::now() - lastNotice > noticeInterval) {
            lastNotice = Clock::now();
            std::cerr << "The ranks finish a step and write a checkpoint. To lose these, stop with --now." << std::endl;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    signalAgent(*agent, SIGKILL); // its ranks are killed with it
    std::cerr << "The agent did not end by itself and was killed." << std::endl;
    return statusOf(folder);
}

} // namespace

void addStop(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("stop", "End a run and wait until it is over");
    command->footer(
        "Every rank finishes the same step and a checkpoint is written, however long that takes while it goes on.\n"
        "With --now the ranks are killed at once. With --pause the run ends as paused, which says that somebody means "
        "to\n"
        "go on with it. Prints the run's status.\n\n"
        "Examples:\n"
        "  motley-engine stop runs/fashion-1\n"
        "  motley-engine stop --now runs/fashion-1");
    auto options = std::make_shared<StopOptions>();
    command->add_option("RUNFOLDER", options->folder, "Folder of the run on this machine")->required();
    auto *now = command->add_flag(
        "--now", options->now, "Do not wait for the step; what came after the last checkpoint is lost");
    command->add_flag("--pause", options->pause, "Call the end a pause")->excludes(now);
    command->callback([&chosen, options] {
        chosen = [options] {
            const auto status = findRunFolder(options->folder).and_then([&](const RunFolder &folder) {
                return stop(folder, options->now, options->pause);
            });
            if (!status)
                return failed(status.error());
            std::cout << toJson(*status) << std::endl;
            return exitDone;
        };
    });
}

} // namespace motley
