#include "tests/engine/agent/faults/history.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>

namespace motley {

namespace {

constexpr double fencingSeconds = 1; // between the two verdicts of a cut: both sides count the same silence

// Reads the log of the run from its first event to its last.
class Reader {
public:
    std::vector<std::string> problems;

    void read(const std::vector<Event> &log)
    {
        for (const Event &event : log) {
            if (event.sequence != ++m_sequence)
                say("event " + std::to_string(m_sequence) + " has the number " + std::to_string(event.sequence));
            if (m_isFinished)
                say("there are events after the end of the run");
            m_sequence = event.sequence;
            std::visit([this](const auto &body) { take(body); }, event.body);
        }
    }

private:
    void say(const std::string &problem) { problems.push_back(problem); }

    template <typename Body>
    void take(const Body &)
    {
    }

    void take(const RunStarted &started)
    {
        if (m_started.batch != 0)
            say("the run starts twice");
        m_started = started;
        m_step = started.firstStep - 1;
        m_isWhole = started.firstStep == 1;
    }

    void take(const PlanChosen &chosen)
    {
        m_plan = chosen.plan;
        for (int rank = 0; rank < int(m_plan.ranks.size()) && m_generation == 1; ++rank)
            m_members.insert(rank);
    }

    void take(const MembershipChanged &changed)
    {
        const std::string name = "generation " + std::to_string(changed.generation);
        if (changed.generation <= m_generation)
            say(name + " comes after generation " + std::to_string(m_generation));
        if (changed.step != m_step)
            say(name + " begins after step " + std::to_string(changed.step) + ", and the last one that was reported is "
                + std::to_string(m_step));
        m_generation = changed.generation;
        if (m_plan.ranks.empty()) { // a rank was lost before the first one could say how the run begins
            m_members = {changed.ranks.begin(), changed.ranks.end()};
            m_isFormed = false;
            return;
        }
        if (m_isFormed)
            m_before.clear();
        m_before.push_back(m_members);
        for (const RankFailed &lost : changed.lost)
            lose(lost, name);
        for (const int machine : changed.came.value_or(std::vector<int>()))
            takeBack(machine, name);
        if (std::set<int>(changed.ranks.begin(), changed.ranks.end()) != m_members)
            say(name + " has other ranks than those that were left and came");
        checkShares(changed, name);
        m_isFormed = false;
    }

    void take(const GenerationFormed &formed)
    {
        if (formed.generation != m_generation)
            say("generation " + std::to_string(formed.generation) + " is formed, and the newest one is "
                + std::to_string(m_generation));
        m_isFormed = true;
        m_formedAfter = formed.step;
    }

    void take(const StepDone &step)
    {
        const std::string name = "step " + std::to_string(step.step);
        if (step.step != m_step + 1)
            say(name + " comes after step " + std::to_string(m_step));
        m_step = step.step;
        std::set<int> ranks;
        std::int64_t samples = 0;
        for (const RankStep &rank : step.ranks) {
            ranks.insert(rank.rank);
            samples += rank.samples;
        }
        // Those that are left may report the last steps of generations that are over.
        const bool mayBeOfBefore = !m_isFormed || step.step <= m_formedAfter;
        if (ranks != m_members && !(mayBeOfBefore && std::ranges::count(m_before, ranks) > 0))
            say(name + " is of other ranks than those that train together");
        if (samples != step.samples)
            say(name + " has " + std::to_string(step.samples) + " samples, and its ranks have "
                + std::to_string(samples));
        count(step, name);
    }

    void take(const RunFinished &finished)
    {
        m_isFinished = true;
        if (finished.step < m_step)
            say("the run ends at step " + std::to_string(finished.step) + ", after step " + std::to_string(m_step));
    }

    void lose(const RankFailed &lost, const std::string &name)
    {
        const std::string rank = "rank " + std::to_string(lost.rank);
        if (m_members.erase(lost.rank) == 0)
            say(name + " loses " + rank + ", which did not train");
        else if (m_plan.ranks[std::size_t(lost.rank)].machine != lost.machine)
            say(name + " loses " + rank + " of machine " + std::to_string(lost.machine) + ", which is of another");
    }

    void takeBack(int machine, const std::string &name)
    {
        for (int rank = 0; rank < int(m_plan.ranks.size()); ++rank)
            if (m_plan.ranks[std::size_t(rank)].machine == machine && !m_members.insert(rank).second)
                say(name + " takes back rank " + std::to_string(rank) + ", which trains");
    }

    void checkShares(const MembershipChanged &changed, const std::string &name)
    {
        if (std::accumulate(changed.shares.begin(), changed.shares.end(), std::int64_t(0)) != m_started.batch)
            say("the shares of " + name + " are not the whole batch");
        for (int rank = 0; rank < int(changed.shares.size()); ++rank)
            if (changed.shares[std::size_t(rank)] != 0 && m_members.count(rank) == 0)
                say("rank " + std::to_string(rank) + " has a share in " + name + " and does not train");
    }

    void count(const StepDone &step, const std::string &name)
    {
        if (step.epoch != m_epoch) {
            if (m_isWhole && m_epoch > 0 && m_samples != m_started.trainSamples)
                say("epoch " + std::to_string(m_epoch) + " has " + std::to_string(m_samples) + " samples of "
                    + std::to_string(m_started.trainSamples));
            m_epoch = step.epoch;
            m_samples = 0;
            m_hashes.clear();
        }
        m_samples += step.samples;
        if (!m_hashes.insert(step.sampleHash).second)
            say(name + " has the samples of another step of its epoch");
    }

    std::int64_t m_sequence = 0;
    RunStarted m_started;
    Plan m_plan;
    std::set<int> m_members; // ranks that train together
    // Those of the last generation before that was formed, as far as the log says, and of each one after it.
    std::vector<std::set<int>> m_before;
    int m_generation = 1;
    bool m_isFormed = true;
    std::int64_t m_formedAfter = 0; // step
    std::int64_t m_step = 0;
    std::int64_t m_epoch = 0;
    std::int64_t m_samples = 0; // of the epoch
    bool m_isWhole = true; // the first epoch is
    std::set<std::string> m_hashes; // of the epoch's steps
    bool m_isFinished = false;
};

// Beside the log of the run, one of a machine that led until the others went on without it, or that copied.
void compareWith(
    const std::vector<Event> &leading, const std::vector<Event> &other, int machine, std::vector<std::string> &problems)
{
    const auto differs = std::mismatch(other.begin(), other.end(), leading.begin(), leading.end());
    if (differs.first == other.end())
        return;
    const std::string name = "machine " + std::to_string(machine);
    const auto wentOn = std::find_if(differs.second, leading.end(),
        [](const Event &event) { return std::holds_alternative<MembershipChanged>(event.body); });
    if (wentOn == leading.end())
        problems.push_back(name + " has logged something else than the others, who did not go on without it");
    std::map<std::int64_t, std::string> hashes;
    std::map<int, std::vector<int>> members; // ranks, by generation
    for (const Event &event : leading) {
        if (const auto *step = std::get_if<StepDone>(&event.body))
            hashes[step->step] = step->sampleHash;
        if (const auto *changed = std::get_if<MembershipChanged>(&event.body))
            members[changed->generation] = changed->ranks;
    }
    for (auto event = differs.first; event != other.end(); ++event) {
        if (wentOn != leading.end() && event->time > wentOn->time + fencingSeconds)
            problems.push_back(name + " has logged an event after the others went on without it: " + toLine(*event));
        // What the others were told and have no copy of, they log again.
        const auto *changed = std::get_if<MembershipChanged>(&event->body);
        if (changed && members[changed->generation] != changed->ranks)
            problems.push_back(name + " has changed who trains together beside the others");
        const auto *step = std::get_if<StepDone>(&event->body);
        if (step && hashes.count(step->step) > 0 && hashes[step->step] != step->sampleHash)
            problems.push_back(name + " has another step " + std::to_string(step->step) + " than the others");
    }
}

} // namespace

const std::vector<Event> &leadingLog(const Logs &logs)
{
    const auto heard = [](const std::vector<Event> &log) { return log.empty() ? 0 : log.back().sequence; };
    return *std::max_element(
        logs.begin(), logs.end(), [&](const auto &a, const auto &b) { return heard(a) < heard(b); });
}

std::vector<std::string> brokenInvariants(const Logs &logs)
{
    const std::vector<Event> &leading = leadingLog(logs);
    if (leading.empty())
        return {"there is no log"};
    Reader reader;
    reader.read(leading);
    for (std::size_t machine = 0; machine < logs.size(); ++machine)
        if (&logs[machine] != &leading)
            compareWith(leading, logs[machine], int(machine), reader.problems);
    return reader.problems;
}

} // namespace motley
