// What each epoch has of something that is counted: steps, or samples a step.
#pragma once

#include <cstdint>
#include <vector>

namespace motley {

class PerEpoch {
public:
    PerEpoch(std::int64_t everywhere) : m_counts{everywhere} { }
    explicit PerEpoch(std::vector<std::int64_t> first); // not empty; the last holds for all epochs that follow

    std::int64_t in(std::int64_t epoch) const; // epochs count from 1
    std::int64_t sumOf(std::int64_t epochs) const; // of the first so many

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

// A place in a run. Epochs and steps count from 1, as people read them.
struct StepPosition {
    std::int64_t step = 1; // of the run
    std::int64_t epoch = 1;
    std::int64_t within = 0; // of the epoch, from 0
    bool endsEpoch = false;

    bool operator==(const StepPosition &) const = default;
};

StepPosition placeOf(std::int64_t step, const PerEpoch &stepsPerEpoch); // none of them 0

} // namespace motley
