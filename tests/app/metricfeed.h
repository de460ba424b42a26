// Events of a run with two machines and three ranks, given to a MetricSeries one by one.
#pragma once

#include "app/models/metricseries.h"

namespace motley {

inline Plan twoMachines()
{
    Plan plan;
    plan.machines = {{"local", "10.0.0.1"}, {"box", "10.0.0.2"}};
    plan.ranks = {{0, {}, 64, 0, 1}, {0, {}, 64, 0, 1}, {1, {}, 128, 0, 2}};
    return plan;
}

inline StepDone step(std::int64_t number, double loss)
{
    StepDone done;
    done.step = number;
    done.loss = loss;
    done.samples = 256;
    done.seconds = 0.5;
    done.samplesPerSecond = 512;
    done.ranks = {
        {0, 64, 64, 0.1, 0.1, 0.1, 0.1, 0.1}, {1, 64, 64, 0.3, 0.1, 0.1, 0.1, 0.1}, {2, 128, 128, 0, 0.2, 0.2, 0, 0.1}};
    return done;
}

class Feed {
public:
    explicit Feed(MetricSeries &series) : m_series(series) { }
    void operator()(EventBody body)
    {
        m_series.append({{++m_sequence, 1000.0 + static_cast<double>(m_sequence), std::move(body)}});
    }

private:
    MetricSeries &m_series;
    std::int64_t m_sequence = 0;
};

} // namespace motley
