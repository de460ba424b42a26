// A count for each epoch of a run, such as steps or samples per step.
#pragma once

#include <cstdint>
#include <vector>

namespace motley {

class PerEpoch {
public:
    PerEpoch(std::int64_t everywhere) : m_counts{everywhere} { } // the same count in all epochs
    explicit PerEpoch(std::vector<std::int64_t> first); // not empty; the last count holds for all later epochs

    std::int64_t in(std::int64_t epoch) const; // epochs count from 1
    std::int64_t sumOf(std::int64_t epochs) const; // over the first `epochs` epochs

    template <typename Function>
    PerEpoch mapped(Function function) const
    {
        std::vector<std::int64_t> results;
        for (const std::int64_t count : m_counts)
            results.push_back(function(count));
        return PerEpoch(std::move(results));
    }

    const std::vector<std::int64_t> &first() const { return m_counts; }
    std::int64_t later() const { return m_counts.back(); }

private:
    std::vector<std::int64_t> m_counts;
};

// The position of a step in a run. Epochs and steps count from 1.
struct StepPosition {
    std::int64_t step = 1; // in the run
    std::int64_t epoch = 1;
    std::int64_t within = 0; // in the epoch, from 0
    bool endsEpoch = false;

    bool operator==(const StepPosition &) const = default;
};

StepPosition positionOf(std::int64_t step, const PerEpoch &stepsPerEpoch); // all counts above 0

} // namespace motley
