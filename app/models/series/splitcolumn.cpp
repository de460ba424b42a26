#include "app/models/series/splitcolumn.h"

#include <algorithm>

namespace motley {

namespace {

void addTo(TimeSplit &sum, const TimeSplit &split)
{
    sum.data += split.data;
    sum.forward += split.forward;
    sum.backward += split.backward;
    sum.waiting += split.waiting;
    sum.exchange += split.exchange;
    sum.optimizer += split.optimizer;
}

} // namespace

void SplitSum::add(const TimeSplit &split, double secondsOfStep)
{
    if (split.total() <= 0)
        return;
    addTo(parts, split);
    stepSeconds += secondsOfStep;
    ++steps;
}

void SplitSum::add(const SplitSum &other)
{
    addTo(parts, other.parts);
    stepSeconds += other.stepSeconds;
    steps += other.steps;
}

WholeSplit SplitSum::mean() const
{
    if (steps <= 0)
        return {};
    const auto of = [this](double sum) { return sum / steps; };
    return {{of(parts.data), of(parts.forward), of(parts.backward), of(parts.waiting), of(parts.exchange),
                of(parts.optimizer)},
        of(rest())};
}

void SplitColumn::add(const TimeSplit &split, double stepSeconds)
{
    if (m_splits.size() % blockSteps == 0)
        m_blocks.emplace_back();
    m_splits.push_back(split);
    m_blocks.back().add(split, stepSeconds);
}

void SplitColumn::reserve(std::size_t steps)
{
    m_splits.reserve(steps);
    m_blocks.reserve(steps / blockSteps + 1);
}

void SplitColumn::resize(std::size_t steps, const std::vector<double> &stepSeconds)
{
    m_splits.resize(steps);
    const std::size_t whole = std::min(m_blocks.size(), steps / blockSteps);
    m_blocks.resize(whole);
    for (std::size_t i = whole * blockSteps; i < steps; ++i) {
        if (i % blockSteps == 0)
            m_blocks.emplace_back();
        m_blocks.back().add(m_splits[i], i < stepSeconds.size() ? stepSeconds[i] : 0);
    }
}

SplitSum SplitColumn::sum(std::size_t from, std::size_t to, const std::vector<double> &stepSeconds) const
{
    SplitSum sum;
    to = std::min({to, m_splits.size(), stepSeconds.size()});
    for (std::size_t i = from; i < to;) {
        if (i % blockSteps == 0 && i + blockSteps <= to) {
            sum.add(m_blocks[i / blockSteps]);
            i += blockSteps;
        } else {
            sum.add(m_splits[i], stepSeconds[i]);
            ++i;
        }
    }
    return sum;
}

} // namespace motley
