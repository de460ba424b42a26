// Where the time of one machine's steps went, as a column that also keeps the sums of long stretches: a picture of
// 300,000 steps of 64 machines reads some thousand numbers of each.
#pragma once

#include <cstddef>
#include <vector>

namespace motley {

// Says where the seconds of a step went. The last rank to enter the exchange spends the least time in it; what any
// other rank spends beyond that counts as waiting.
struct TimeSplit {
    double data = 0;
    double forward = 0;
    double backward = 0; // with the part of the exchange that it hides
    double waiting = 0;
    double exchange = 0;
    double optimizer = 0;

    double own() const { return data + forward + backward + optimizer; }
    double total() const { return own() + waiting + exchange; }
};

// All of a step: what has no part is the report that ends it, and the time waited in it.
struct WholeSplit : TimeSplit {
    double rest = 0;

    double seconds() const { return total() + rest; }
};

// Sums over the steps in which the machine was in the run.
struct SplitSum {
    TimeSplit parts;
    double stepSeconds = 0; // of these steps, by the clock of the first rank
    double steps = 0;

    // What no part has: the report of each step, and the time waited in it. A rank's parts begin and end a little
    // earlier than the steps, so that a single step may have less than its parts.
    double rest() const { return stepSeconds > parts.total() ? stepSeconds - parts.total() : 0; }
    double seconds() const { return parts.total() + rest(); } // of all parts and the rest
    void add(const TimeSplit &split, double stepSeconds); // nothing of a step in which it was not in the run
    void add(const SplitSum &other);
    WholeSplit mean() const; // of a step; all 0: there was none
};

class SplitColumn {
public:
    static constexpr std::size_t blockSteps = 32;

    void add(const TimeSplit &split, double stepSeconds);
    void reserve(std::size_t steps);
    void resize(std::size_t steps, const std::vector<double> &stepSeconds); // longer: it was not in the run

    std::size_t size() const { return m_splits.size(); }
    const TimeSplit &operator[](std::size_t step) const { return m_splits[step]; }
    const TimeSplit &back() const { return m_splits.back(); }

    // Over the steps with from <= index < to. `stepSeconds`: the same as were added, of all steps.
    SplitSum sum(std::size_t from, std::size_t to, const std::vector<double> &stepSeconds) const;

private:
    std::vector<TimeSplit> m_splits;
    std::vector<SplitSum> m_blocks; // of 32 steps each, the last one of those that there are
};

} // namespace motley
