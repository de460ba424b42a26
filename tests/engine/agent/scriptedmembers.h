// Ranks that are lost as a test says, and the Members that decide what follows.
#pragma once

#include "engine/agent/members.h"

#include <chrono>
#include <map>

namespace motley {

using Kind = RankFailed::Kind;
using RankNumbers = std::vector<int>;

// Ranks 0 and 1 on the first machine, 2 to 4 on the second, 5 on the third, 6 on the fourth.
inline LaunchSpec launchOfSeven()
{
    LaunchSpec spec;
    spec.job.batch = 70;
    const RankNumbers machines{0, 0, 1, 1, 1, 2, 3};
    for (int machine = 0; machine < 4; ++machine) {
        const std::string number = std::to_string(machine + 1);
        spec.plan.machines.push_back({"box-" + number, "10.0.0." + number});
    }
    for (const int machine : machines)
        spec.plan.ranks.push_back({machine, {}, 10});
    return spec;
}

inline RankFailed failed(int rank, Kind kind = Kind::Killed)
{
    return {
        rank, launchOfSeven().plan.ranks[std::size_t(rank)].machine, "words of rank " + std::to_string(rank), {}, kind};
}

// A run whose time the test lets pass. Machines are heard until they are silenced.
class ScriptedRun {
public:
    explicit ScriptedRun(const LaunchSpec &spec = launchOfSeven()) : m_members(spec) { }

    Members &members() { return m_members; }
    void lose(int rank, Kind kind = Kind::Killed) { m_members.lose(failed(rank, kind), m_now); }
    void loseMachine(int machine, Contact contact = Contact::Gone)
    {
        m_members.loseMachine(machine, "it is silent", contact, Kind::Hung, m_now);
    }
    void silence(int machine, double already = 0)
    {
        m_silent[machine] = m_now - std::chrono::milliseconds(int(1000 * already));
    }
    void hear(int machine) { m_silent.erase(machine); }
    void disconnect(int rank)
    {
        m_members.update({rank, RankPhase::Training, 5, 1, {}, m_members.now().generation, true}, m_now);
    }
    void finish(int rank, int generation)
    {
        m_members.update({rank, RankPhase::Finished, 5, 1, {}, generation, false}, m_now);
    }
    void form() { m_members.add(GenerationFormed{m_members.now().generation}); }
    void step(std::int64_t number, const std::vector<double> &secondsPerSample = {})
    {
        StepDone done;
        done.step = number;
        for (const int rank : m_members.now().ranks) {
            const double seconds = secondsPerSample.empty() ? 0.01 : secondsPerSample[std::size_t(rank)];
            done.ranks.push_back({rank, 10, 10, 0, 4 * seconds, 6 * seconds});
        }
        m_members.add(done);
    }

    // The first decision within some seconds; nullopt: there is none.
    std::optional<MembersDecision> after(double seconds)
    {
        const auto end = m_now + std::chrono::milliseconds(int(1000 * seconds));
        for (; m_now < end; m_now += std::chrono::milliseconds(100)) {
            const Silences silence = [this](int machine) {
                const auto found = m_silent.find(machine);
                return found == m_silent.end() ? 0.2 : std::chrono::duration<double>(m_now - found->second).count();
            };
            if (auto decision = m_members.decide(silence, m_now))
                return decision;
        }
        return std::nullopt;
    }

    std::optional<MembershipChanged> changeAfter(double seconds)
    {
        const auto decision = after(seconds);
        const auto *changed = decision ? std::get_if<MembershipChanged>(&*decision) : nullptr;
        return changed ? std::optional(*changed) : std::nullopt;
    }
    std::optional<CannotGoOn> endAfter(double seconds)
    {
        const auto decision = after(seconds);
        const auto *end = decision ? std::get_if<CannotGoOn>(&*decision) : nullptr;
        return end ? std::optional(*end) : std::nullopt;
    }

private:
    Members m_members;
    Members::Clock::time_point m_now = Members::Clock::now();
    std::map<int, Members::Clock::time_point> m_silent; // machines, since when
};

inline RankNumbers ranksOf(const std::vector<RankFailed> &failures)
{
    RankNumbers ranks;
    for (const RankFailed &failure : failures)
        ranks.push_back(failure.rank);
    return ranks;
}

} // namespace motley
