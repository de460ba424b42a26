#include "tests/engine/agent/scriptedtraining.h"

#include "engine/base/textfile.h"
#include "engine/protocol/event.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/runfolder.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <thread>
#include <utility>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto stepTime = std::chrono::milliseconds(20);
constexpr auto statusTime = std::chrono::milliseconds(200);

void print(EventBody body)
{
    std::cout << toLine(Event{0, 0, std::move(body)}) << std::endl;
}

Membership membersOf(const std::string &folder)
{
    const auto text = readTextFile(RunFolder{folder}.launch());
    const auto launch = text ? parseLaunchSpec(*text) : tl::unexpected<Error>(text.error());
    if (!launch) {
        std::cerr << launch.error().message << std::endl;
        std::exit(1);
    }
    return everyRankOf(launch->plan);
}

// A process that was killed keeps its number until its parent asks for its end.
bool lives(const std::string &process)
{
    const std::string fields = firstLineOf("/proc/" + process + "/stat");
    const auto name = fields.rfind(')');
    return name != std::string::npos && fields.substr(name + 2, 1) != "Z";
}

} // namespace

ScriptedTraining::ScriptedTraining(const std::string &folder, int rank)
    : m_root(folder.substr(0, folder.rfind('/'))), m_rank(rank),
      m_members(membersOf(folder)), m_status{rank, RankPhase::Connecting}
{
    std::thread([this] { readInput(); }).detach(); // ends with the process
    if (!writeTextFile(processFile(rank), std::to_string(getpid()) + "\n"))
        std::abort();
}

void ScriptedTraining::run(double seconds, const std::atomic<bool> &stopped)
{
    const auto isHere = [this](int rank) { return !firstLineOf(processFile(rank)).empty(); };
    while (!std::all_of(m_members.ranks.begin(), m_members.ranks.end(), isHere))
        std::this_thread::sleep_for(stepTime);
    m_status.generation = 1;
    m_status.phase = RankPhase::Training;
    Clock::time_point said{};
    const auto started = Clock::now();
    while (!stopped && !exists("end") && std::chrono::duration<double>(Clock::now() - started).count() < seconds) {
        if (auto next = newer())
            form(*std::move(next));
        if (exists("leave-" + std::to_string(m_rank)))
            return;
        const bool hadLostPeer = m_status.hasLostPeer;
        m_status.hasLostPeer = m_status.hasLostPeer || hasLostPeer();
        if (!m_status.hasLostPeer)
            step();
        if (Clock::now() - said > statusTime || hadLostPeer != m_status.hasLostPeer) {
            said = Clock::now();
            std::cout << toLine(m_status) << std::endl;
        }
        std::this_thread::sleep_for(stepTime);
    }
    finish(stopped);
}

void ScriptedTraining::readInput()
{
    for (std::string line; std::getline(std::cin, line);)
        if (auto members = parseMembership(line)) {
            const std::lock_guard lock(m_mutex);
            m_newest = *std::move(members);
        }
}

std::optional<Membership> ScriptedTraining::newer()
{
    const std::lock_guard lock(m_mutex);
    auto next = std::exchange(m_newest, std::nullopt);
    return next && next->generation > m_members.generation ? next : std::nullopt;
}

void ScriptedTraining::form(Membership next)
{
    m_members = std::move(next);
    if (!indexOf(m_members, m_rank))
        finish(true);
    m_status = {m_rank, RankPhase::Training, 0, m_status.progress + 1, {}, m_members.generation, false};
    std::cout << toLine(m_status) << std::endl; // as a rank's last words say of which generation it is
    if (isFirst())
        print(GenerationFormed{m_members.generation, m_step});
}

void ScriptedTraining::step()
{
    ++m_step;
    ++m_status.collectives;
    ++m_status.progress;
    if (!isFirst())
        return;
    StepDone done;
    done.step = m_step;
    for (const int rank : m_members.ranks) {
        const std::int64_t share = m_members.plan.ranks[std::size_t(rank)].share;
        done.ranks.push_back({rank, share, double(share), 0, 0.004, 0.006});
    }
    print(done);
}

bool ScriptedTraining::hasLostPeer() const
{
    const std::string cut = m_root + "/cut-" + std::to_string(m_rank);
    if (unlink(cut.c_str()) == 0)
        return true;
    return std::any_of(m_members.ranks.begin(), m_members.ranks.end(), [this](int rank) {
        const std::string process = firstLineOf(processFile(rank));
        // A rank that ends as it should takes its file away before, maybe since it was read.
        return !process.empty() && !lives(process) && exists("process-" + std::to_string(rank));
    });
}

bool ScriptedTraining::exists(const std::string &name) const
{
    return access((m_root + '/' + name).c_str(), F_OK) == 0;
}

std::string ScriptedTraining::processFile(int rank) const
{
    return m_root + "/process-" + std::to_string(rank);
}

void ScriptedTraining::finish(bool isStopped) const
{
    unlink(processFile(m_rank).c_str());
    RunFinished finished;
    finished.outcome = isStopped ? RunFinished::Outcome::Stopped : RunFinished::Outcome::Completed;
    finished.step = m_step;
    print(finished);
    _exit(0); // while its reader waits
}

} // namespace motley
