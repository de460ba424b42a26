#include "engine/commands/commands.h"
#include "engine/commands/run/runfolderargument.h"
#include "engine/commands/terminal/finalreport.h"
#include "engine/commands/terminal/plaintext.h"
#include "engine/commands/terminal/progressline.h"
#include "engine/protocol/eventhead.h"
#include "engine/run/agentpidfile.h"
#include "engine/run/eventreader.h"

#include <poll.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

namespace motley {

namespace {

constexpr int pauseMilliseconds = 100;

struct FollowOptions {
    std::string folder;
    std::int64_t from = 0;
    bool json = false;
};

// Polls stdout for hang-up: while nothing is printed, the end of the SSH connection is noticed only in this way.
bool readerWentAway()
{
    pollfd output{STDOUT_FILENO, 0, 0};
    return poll(&output, 1, pauseMilliseconds) == 1 && (output.revents & (POLLERR | POLLHUP | POLLNVAL));
}

// Remembers the agent, which may outlive a folder that somebody removes.
class AgentWatch {
public:
    explicit AgentWatch(const RunFolder &folder) : m_folder(folder) { }

    bool isGone()
    {
        if (auto agent = agentOf(m_folder))
            m_agent = std::move(agent);
        if (m_agent)
            return livenessOf(*m_agent) == Liveness::Dead;
        std::error_code error;
        return !std::filesystem::exists(m_folder.path, error) && !error;
    }

    const std::optional<AgentIdentity> &agent() const { return m_agent; }

private:
    const RunFolder &m_folder;
    std::optional<AgentIdentity> m_agent;
};

// What the disk has and then, where that takes nothing now, what the agent has in memory.
Result<std::vector<LoggedLine>> next(EventReader &reader, const std::optional<AgentIdentity> &agent)
{
    auto lines = reader.next();
    if (lines && lines->empty() && agent && livenessOf(*agent) == Liveness::Alive)
        lines = reader.nextInMemory(agent->pid);
    return lines;
}

Error agentEnded(const RunFolder &folder)
{
    std::error_code error;
    if (!std::filesystem::exists(folder.path, error))
        return {"The folder of the run, " + folder.path + ", was removed, and nothing writes to it any more.", {}};
    return {"The agent of the run in " + folder.path + " ended without saying how. Its last words are in "
            + folder.agentLog() + "; start the run again from its newest checkpoint.",
        {}};
}

// Shows all events until the run has finished. `show` returns whether its output is still read.
Result<void> readAll(
    const RunFolder &folder, std::int64_t from, const std::function<bool(const std::vector<LoggedLine> &)> &show)
{
    EventReader reader(folder.events(), from);
    AgentWatch agent(folder);
    bool finished = false;
    while (true) {
        const bool gone = agent.isGone(); // checked before reading, so that its last events are not missed
        const auto lines = next(reader, agent.agent());
        if (!lines)
            return tl::unexpected(lines.error());
        if (!lines->empty()) {
            for (const LoggedLine &line : *lines)
                finished = line.sequence > 0 ? line.finishes : finished;
            if (!show(*lines))
                return {};
            continue;
        }
        if (finished)
            return {};
        const auto end = summarize(folder.events());
        if (end && end->finished && end->lastSequence <= from)
            return {};
        if (gone)
            return tl::unexpected(agentEnded(folder));
        if (readerWentAway())
            return {};
    }
}

int printLines(const RunFolder &folder, std::int64_t from)
{
    const auto read = readAll(folder, from, [](const std::vector<LoggedLine> &lines) {
        std::string text;
        for (const LoggedLine &line : lines)
            text += line.text + "\n";
        std::cout << text << std::flush;
        return bool(std::cout);
    });
    return read ? exitDone : failed(read.error());
}

// Of events that only another version knows.
void sayOnce(bool &hasSaid, const LoggedLine &line)
{
    const auto head = headOf(line.text);
    if (!head || head->isKnown || std::exchange(hasSaid, true))
        return;
    std::cerr << "Some events of this run are of an engine of another version and are not shown, as \""
              << plainText(std::string(head->type)) << "\"; follow the run with that engine to see them." << std::endl;
}

int printEvents(const RunFolder &folder)
{
    Progress progress(std::cout, isatty(STDOUT_FILENO) == 1);
    FinalReport report;
    std::optional<RunFinished> finished;
    bool hasSaidUnknown = false;
    const auto read = readAll(folder, 0, [&](const std::vector<LoggedLine> &lines) {
        for (const LoggedLine &line : lines) {
            const auto event = parseEvent(line.text);
            if (!event) {
                sayOnce(hasSaidUnknown, line);
                continue;
            }
            progress.show(*event);
            report.add(*event);
            if (const auto *end = std::get_if<RunFinished>(&event->body))
                finished = *end;
            else if (std::holds_alternative<RunStarted>(event->body)) // the run was resumed
                finished.reset();
        }
        return bool(std::cout);
    });
    progress.finish();
    if (!read)
        return failed(read.error());
    if (!finished)
        return exitDone;
    std::cout << "\n" << report.text(*finished, folder) << std::flush;
    if (!finished->message.empty())
        std::cerr << plainText(finished->message) << std::endl;
    return finished->outcome == RunFinished::Outcome::Failed ? exitFailed : exitDone;
}

} // namespace

void addFollow(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("follow", "Show how a run gets on");
    command->footer("Says what \"train\" says in a terminal, from the run's beginning, and ends with the run. With "
                    "--json it prints\n"
                    "the lines of RUNFOLDER/events.jsonl as they are.\n\n"
                    "Examples:\n"
                    "  motley-engine follow runs/fashion-1\n"
                    "  motley-engine follow runs/fashion-1 --json             # the events, from the beginning\n"
                    "  motley-engine follow runs/fashion-1 --json --from 240  # those that came after event 240");
    auto options = std::make_shared<FollowOptions>();
    command->add_option("RUNFOLDER", options->folder, "Folder of the run on its first machine")->required();
    auto *json = command->add_flag("--json", options->json, "Print the events as JSON lines instead");
    command->add_option("--from", options->from, "Sequence number of the last event that you have")
        ->check(CLI::NonNegativeNumber)
        ->needs(json);
    command->callback([&chosen, options] {
        chosen = [options] {
            const auto folder = findRunFolder(options->folder);
            if (!folder)
                return failed(folder.error());
            return options->json ? printLines(*folder, options->from) : printEvents(*folder);
        };
    });
}

} // namespace motley
