// Which machines of a run do not reach each other, from what their ranks report.
#pragma once

#include "engine/protocol/event.h"
#include "engine/protocol/rankstatus.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace motley {

class CutWatch {
public:
    explicit CutWatch(const Plan &plan);

    void update(const RankStatus &status);
    void setMembers(const std::vector<int> &ranks); // those that train from now on: nothing is said of other machines
    std::vector<EventBody> news(); // what to say of connections that were cut or work again since the last call
    std::string cutPair() const; // "hbox5 (10.0.0.5) and hbox6 (10.0.0.6)"; empty: nothing is cut

private:
    using Pair = std::pair<int, int>; // of machines, the lower number first

    bool hasMachine(int machine) const; // a rank of it trains
    std::set<Pair> cuts() const;
    std::string words(const Pair &pair) const;

    const Plan m_plan;
    std::set<int> m_members; // ranks
    std::map<std::string, int> m_machineAt; // numeric addresses
    std::map<int, std::vector<int>> m_missed; // by rank: machines that it does not reach
    std::set<Pair> m_told;
};

} // namespace motley
