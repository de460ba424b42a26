// A simulated rank whose processor has a quota, as in containers: in each period it computes at full speed until the
// quota is used up, and then stands still until the next period.
#pragma once

#include "engine/plan/balance/steptime.h"

#include <algorithm>
#include <cmath>

namespace motley {

class QuotaRank {
public:
    // Computing takes `work` seconds of a processor, of which each period gives `quota` times its length.
    QuotaRank(double quota, StepTime work, double period, double phase)
        : m_quota(quota), m_work(work), m_period(period), m_phase(phase)
    {
    }

    // When the rank is done with so many units that it begins at `start`; times must not go back. `noise` multiplies
    // the processor time.
    double finish(double start, double units, double noise)
    {
        double left = m_work.at(units) * noise;
        double now = start;
        for (;;) {
            enterPeriod(std::floor((now + m_phase) / m_period + tiny));
            const double end = (m_number + 1) * m_period - m_phase;
            const double computing = std::max(0.0, std::min({left, m_quota * m_period - m_used, end - now}));
            m_used += computing;
            left -= computing;
            now += computing;
            if (left <= tiny)
                return now;
            now = std::max(now, end);
        }
    }

private:
    static constexpr double tiny = 1e-9;

    void enterPeriod(double number)
    {
        if (number == m_number)
            return;
        m_number = number;
        m_used = 0;
    }

    double m_quota;
    StepTime m_work;
    double m_period; // seconds
    double m_phase; // seconds that the first period has lasted at time 0
    double m_number = -1; // of the present period
    double m_used = 0; // seconds of the processor in it
};

} // namespace motley
