#include "engine/agent/eventreader.h"
#include "engine/agent/identity.h"
#include "engine/commands/commands.h"
#include "engine/commands/runfolderargument.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <memory>

namespace motley {

namespace {

constexpr int pauseMilliseconds = 100;

struct Options {
    std::string folder;
    std::int64_t from = 0;
};

// While nothing is printed, the end of the SSH connection shows in this way alone.
bool readerWentAway()
{
    pollfd output{STDOUT_FILENO, 0, 0};
    return poll(&output, 1, pauseMilliseconds) == 1 && (output.revents & (POLLERR | POLLHUP | POLLNVAL));
}

bool agentIsGone(const RunFolder &folder)
{
    const auto agent = agentOf(folder);
    return agent && livenessOf(*agent) == Liveness::Dead;
}

int follow(const RunFolder &folder, std::int64_t from)
{
    EventReader reader(folder.events(), from);
    bool finished = false;
    while (true) {
        const bool gone = agentIsGone(folder); // asked before reading: what it wrote last is not missed
        const auto lines = reader.next();
        if (!lines)
            return failed(lines.error());
        std::string text;
        for (const auto &line : *lines) {
            text += line.text + "\n";
            finished = line.finishes;
        }
        if (!writeAll(STDOUT_FILENO, text))
            return exitDone;
        if (!lines->empty())
            continue;
        if (finished)
            return exitDone;
        const auto end = summarize(folder.events());
        if (end && end->finished && end->lastSequence <= from)
            return exitDone;
        if (gone)
            return failed(
                {"The agent of the run in " + folder.path + " ended without saying how. Its last words are in "
                        + folder.agentLog() + "; start the run again from its newest checkpoint.",
                    {}});
        if (readerWentAway())
            return exitDone;
    }
}

} // namespace

void addFollow(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("follow", "Print a run's events as they come");
    command->footer(
        "Prints the lines of RUNFOLDER/events.jsonl with a sequence number greater than SEQ, waits for more,\n"
        "and ends with the run.\n\n"
        "Examples:\n"
        "  motley-engine follow runs/fashion-1             # from the beginning\n"
        "  motley-engine follow runs/fashion-1 --from 240  # what came after event 240");
    auto options = std::make_shared<Options>();
    command->add_option("RUNFOLDER", options->folder, "Folder of the run on its first machine")->required();
    command->add_option("--from", options->from, "Sequence number of the last event that you have")
        ->check(CLI::NonNegativeNumber);
    command->callback([&chosen, options] {
        chosen = [options] {
            signal(SIGPIPE, SIG_IGN);
            const auto folder = findRunFolder(options->folder);
            return folder ? follow(*folder, options->from) : failed(folder.error());
        };
    });
}

} // namespace motley
