// Finds what is slower in a run than expected: which machine, in which part of a step, since when, and why.
#pragma once

#include "engine/plan/diagnosis/computewatch.h"
#include "engine/plan/diagnosis/evidence.h"

#include <utility>

namespace motley {

// Takes the events of a run in their order. The expected time of computing is the measured one of the plan, or else
// that of the first calm steps. For the exchange and the update it is that of the first calm steps, and for data it is
// 0: nobody waits for them.
class Diagnosis {
public:
    explicit Diagnosis(Plan plan);

    std::vector<Slowdown> add(const StepDone &step); // what was found, or is over
    std::vector<Slowdown> add(const Telemetry &sample); // what it explains
    void add(const SharesChanged &changed);
    std::vector<Slowdown> add(const MembershipChanged &changed); // what is over, with the machine

private:
    using Part = Slowdown::Part;
    struct Location {
        int machine; // -1: the network
        Part part;

        bool operator<(const Location &other) const
        {
            return std::pair(machine, part) < std::pair(other.machine, other.part);
        }
    };
    struct RankWatch {
        ComputeWatch compute;
        ChangeDetector data; // seconds for which the others wait too
        ChangeDetector update; // seconds
    };
    struct ActiveSlowdown {
        Slowdown slowdown;
        int rank = 0; // that showed it
        bool isReported = false;
        int samples = 0; // of telemetry since it was said
        double secondsOver = 0; // without a break
    };

    RankWatch watchOf(int number) const; // of a rank that comes
    void setRanks(const std::vector<int> &numbers, std::vector<RankWatch> watches);
    void watch(const StepDone &step);
    const ChangeDetector &detectorOf(int rank, Part part) const;
    bool computesSlowly(int machine) const;
    std::vector<int> stragglers(Location location) const;
    int slowestOf(const std::vector<int> &ranks, Location location) const; // which are not none
    void checkLocation(Location location, std::vector<Slowdown> &news);
    void checkReturn(Location location, std::vector<Slowdown> &news);
    void measure(Slowdown &slowdown, int rank, Location location) const;
    bool isWorthReporting(ActiveSlowdown &found) const;
    bool explain(ActiveSlowdown &found) const;

    Plan m_whole; // the run's
    Plan m_plan; // of the ranks that train
    std::vector<int> m_numbers; // of these in the run, ascending
    std::vector<int> m_ranksOn; // each machine
    std::vector<RankWatch> m_ranks; // of those that train
    ChangeDetector m_exchange; // seconds of the rank that waits least: what is left is the network's
    std::vector<double> m_stepSeconds; // the latest
    std::int64_t m_step = 0;
    int m_slowMachines = 0;
    Evidence m_evidence;
    std::map<Location, ActiveSlowdown> m_found; // and not over
};

} // namespace motley
