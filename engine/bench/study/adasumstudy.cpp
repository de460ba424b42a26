#include "engine/bench/study/adasumstudy.h"

#include "engine/base/runclock.h"
#include "engine/commands/terminal/numbers.h"
#include "engine/job/optimizerspec.h"

#include <algorithm>
#include <numeric>

namespace motley {

namespace {

struct Method {
    const char *name;
    OptimizerSpec::Kind kind;
    double rate; // that the rates tried are multiples of
    bool seesScale; // of the gradient
};
constexpr Method methods[] = {{"momentum SGD", OptimizerSpec::Kind::Sgd, 0.02, true},
    {"Adam", OptimizerSpec::Kind::Adam, 0.001, false}, {"LAMB", OptimizerSpec::Kind::Lamb, 0.005, false}};

struct Rule {
    const char *name;
    JoinRule rule;
};
constexpr Rule rules[] = {{"sum", JoinRule::Sum}, {"mean", JoinRule::Mean}, {"adasum", JoinRule::Adasum}};

using Curve = std::vector<TestPoint>;

class StudyOfMethod {
public:
    StudyOfMethod(const StudyOptions &options, const StudyJob &job, const Method &method,
        const std::function<void(const std::string &)> &say)
        : m_options(options), m_job(job.job), m_samples(job.samples), m_method(method), m_say(say)
    {
        m_job.batch = options.batch;
    }

    Result<std::vector<StudyRow>> rows()
    {
        std::vector<StudyRow> rows;
        for (const int ranks : m_options.ranks)
            for (const Rule &rule : rules) {
                const bool repeats = (ranks == 1 && rule.rule != JoinRule::Mean)
                    || (rule.rule == JoinRule::Sum && !m_method.seesScale);
                if (repeats)
                    continue;
                auto row = rowOf(ranks, rule);
                if (!row)
                    return tl::unexpected(row.error());
                rows.push_back(*std::move(row));
            }
        return rows;
    }

private:
    Result<Curve> train(int ranks, const Rule &rule, double rate, std::uint64_t seed)
    {
        Trial trial{m_job, usualOptimizer(m_method.kind), rule.rule, ranks, rate, seed, m_samples, m_options.tests,
            m_options.testSamples, m_options.threads};
        const auto started = RunClock::now();
        auto curve = runTrial(trial);
        if (curve)
            m_say(taskName(m_job.task) + ", " + m_method.name + ", " + std::to_string(ranks) + " ranks, " + rule.name
                + ", rate " + fixed(rate, 5) + ", seed " + std::to_string(seed) + ": loss "
                + fixed(curve->back().loss, 4) + ", " + curve->back().metric + ", " + duration(secondsSince(started)));
        return curve;
    }

    // The curves of all seeds, at the rate with which the first seed ends at the lowest loss.
    Result<std::vector<Curve>> tuned(int ranks, const Rule &rule, StudyRow &row)
    {
        std::vector<Curve> curves;
        for (const double factor : m_options.rates) {
            auto curve = train(ranks, rule, factor * m_method.rate, 1);
            if (!curve)
                return tl::unexpected(curve.error());
            if (curves.empty() || curve->back().loss < curves.front().back().loss) {
                curves.assign(1, *std::move(curve));
                row.rate = factor * m_method.rate;
            }
        }
        for (int seed = 2; seed <= m_options.seeds; ++seed) {
            auto curve = train(ranks, rule, row.rate, std::uint64_t(seed));
            if (!curve)
                return tl::unexpected(curve.error());
            curves.push_back(*std::move(curve));
        }
        return curves;
    }

    Result<StudyRow> rowOf(int ranks, const Rule &rule)
    {
        StudyRow row;
        row.task = taskName(m_job.task);
        row.optimizer = m_method.name;
        row.ranks = ranks;
        row.rule = rule.name;
        const auto curves = tuned(ranks, rule, row);
        if (!curves)
            return tl::unexpected(curves.error());
        if (!m_target)
            m_target = lossHalfway(*curves);
        row.target = *m_target;
        for (const Curve &curve : *curves) {
            const auto reached = firstAtOrBelow(curve, row.target);
            row.stepsToTarget.push_back(reached ? std::optional(reached->step) : std::nullopt);
            row.finals.push_back(curve.back().loss);
        }
        row.metric = curves->front().back().metric;
        return row;
    }

    double lossHalfway(const std::vector<Curve> &curves) const
    {
        double sum = 0;
        for (const Curve &curve : curves) {
            const auto half = std::find_if(
                curve.begin(), curve.end(), [this](const TestPoint &point) { return 2 * point.samples >= m_samples; });
            sum += half != curve.end() ? half->loss : curve.back().loss;
        }
        return sum / double(curves.size());
    }

    const StudyOptions &m_options;
    JobSpec m_job;
    std::int64_t m_samples;
    const Method &m_method;
    const std::function<void(const std::string &)> &m_say;
    std::optional<double> m_target; // set by the first row, which is that of one rank
};

} // namespace

std::optional<double> meanSteps(const StudyRow &row)
{
    double sum = 0;
    for (const auto &steps : row.stepsToTarget) {
        if (!steps)
            return std::nullopt;
        sum += double(*steps);
    }
    return sum / double(row.stepsToTarget.size());
}

Result<Study> studyAdasum(const StudyOptions &options, const std::function<void(const std::string &)> &say)
{
    Study study;
    for (const StudyJob &job : options.jobs) {
        for (const Method &method : methods) {
            auto rows = StudyOfMethod(options, job, method, say).rows();
            if (!rows)
                return tl::unexpected(rows.error());
            study.rows.insert(study.rows.end(), rows->begin(), rows->end());
        }
        const auto uneven = measureUnevenShares(job.job, options.uneven);
        if (!uneven)
            return tl::unexpected(uneven.error());
        for (const UnevenShares &shares : *uneven)
            study.uneven.emplace_back(taskName(job.job.task), shares);
    }
    return study;
}

} // namespace motley
