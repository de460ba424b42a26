// Who of a run's plan trains, and who was lost, as its events tell. Ranks keep their numbers for the whole run.
#pragma once

#include "engine/protocol/event.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace motley {

class RunMembers {
public:
    struct Loss {
        RankFailed failure;
        std::int64_t step = 0; // the newest one before it
        std::optional<std::int64_t> back = {}; // the first step that its machine took part in again
    };

    void add(const EventBody &body);

    const std::optional<Plan> &plan() const { return m_plan; } // with the shares of now
    int generation() const { return m_generation; } // 0: there is no plan yet
    bool isForming() const { return m_isForming; } // others train from now on, and are not connected yet
    bool trains(int rank) const;
    int ranks() const; // that train
    int ranksOn(int machine) const; // that train
    bool areAll() const; // nobody of the plan is missing
    const std::vector<Loss> &losses() const { return m_losses; } // in their order
    const Loss *lossOn(int machine) const; // the latest; nullptr: none of its ranks was lost
    bool isLost(int machine) const; // a rank of it was lost, and none is left

private:
    void on(const PlanChosen &chosen);
    void on(const SharesChanged &changed) { setShares(changed.shares); }
    void on(const MembershipChanged &changed);
    void on(const GenerationFormed &formed);
    void on(const StepDone &step);
    template <typename Other>
    void on(const Other &)
    {
    }
    void setShares(const std::vector<std::int64_t> &shares);

    std::optional<Plan> m_plan;
    std::vector<bool> m_trains; // index = rank
    int m_generation = 0;
    bool m_isForming = false;
    std::int64_t m_changedAfter = 0; // step
    std::vector<Loss> m_losses;
};

// Ranks of one machine that are gone for one reason, as all of a machine that does not answer.
struct LostTogether {
    int machine = 0;
    std::string cause;
    std::vector<int> ranks;
};
std::vector<LostTogether> lostTogether(const std::vector<RankFailed> &lost);

} // namespace motley
