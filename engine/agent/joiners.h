// The machines of a run that were lost and ask to take part again, as the coordinator knows them. What is decided of
// each is one pure function's: joining().
#pragma once

#include "engine/plan/joining.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/rankstatus.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

namespace motley {

class Joiners {
public:
    explicit Joiners(const LaunchSpec &launch);

    void ask(int machine); // an agent of it does
    void update(const RankStatus &status); // of a rank that does not train
    bool isWelcome(int machine) const; // its ranks get ready
    void forget(int machine); // it is lost, or takes part

    struct Verdict {
        int machine = 0;
        Joining answer = Joining::Wait; // another than this one
        bool wasWelcome = false;
    };
    // Of one machine, where there is something to do; its state has then changed. `now`: what is the same for all.
    std::optional<Verdict> decide(JoinCase now);

private:
    struct Joiner {
        bool asks = false;
        bool isWelcome = false;
        std::set<int> ready; // ranks
    };

    const Plan m_plan;
    std::map<int, Joiner> m_joiners; // by machine
};

} // namespace motley
