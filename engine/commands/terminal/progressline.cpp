#include "engine/commands/terminal/progressline.h"

#include "engine/commands/terminal/membershipwords.h"
#include "engine/commands/terminal/numbers.h"
#include "engine/commands/terminal/plaintext.h"
#include "engine/commands/terminal/slowdownwords.h"

#include <cmath>

namespace motley {

namespace {

constexpr auto renewal = std::chrono::milliseconds(100);
constexpr auto plainInterval = std::chrono::seconds(5);
constexpr double smoothing = 0.95; // decay per step of the smoothed rate

} // namespace

void Progress::show(const Event &event)
{
    const auto [isShown, leftOut] = m_limit.add(event);
    if (leftOut > 0)
        say(grouped(double(leftOut)) + " more messages like these are not shown.");
    if (!isShown)
        return;
    m_now = event.time;
    std::visit([this](const auto &body) { on(body); }, event.body);
    for (const Event &notice : m_notices.add(event))
        showNotice(notice);
}

void Progress::on(const RunStarted &started)
{
    m_firstStep = started.firstStep;
    m_totalSteps = started.totalSteps;
    say("Training " + started.model + " (" + grouped(double(started.parameters)) + " parameters) on "
        + grouped(double(started.trainSamples)) + " samples: " + grouped(double(started.totalSteps)) + " steps of "
        + grouped(double(started.batch)) + " samples"
        + (started.firstStep > 1 ? ", from step " + grouped(double(started.firstStep)) + "." : "."));
}

void Progress::on(const StepDone &step)
{
    if (!m_firstStepTime)
        m_firstStepTime = m_now;
    else
        ++m_stepsTimed;
    m_rate = m_rate > 0 ? smoothing * m_rate + (1 - smoothing) * step.samplesPerSecond : step.samplesPerSecond;
    const bool last = step.step == m_totalSteps;
    if (!last && Clock::now() - m_lastDrawn < (m_terminal ? Clock::duration(renewal) : Clock::duration(plainInterval)))
        return;
    m_lastDrawn = Clock::now();
    m_terminal ? draw(lineFor(step)) : say(lineFor(step));
}

void Progress::showNotice(const Event &event)
{
    if (const auto *slowdown = std::get_if<Slowdown>(&event.body)) {
        say(toText(*slowdown, m_plan));
        return;
    }
    const auto &changed = std::get<SharesChanged>(event.body);
    std::string shares;
    for (const std::int64_t share : changed.shares)
        shares += (shares.empty() ? "" : " + ") + grouped(double(share));
    say("Since step " + std::to_string(changed.step) + " the ranks share a batch as " + shares + ".");
}

void Progress::on(const StepOverdue &overdue)
{
    const auto machine = std::size_t(overdue.machine);
    const std::string name
        = machine < m_plan.machines.size() ? m_plan.machines[machine].name : std::to_string(overdue.machine);
    say("No step for " + fixed(overdue.seconds, 0) + " s: the run waits for " + name
        + (overdue.isSilent ? ", which gives no sign of life." : "."));
}

void Progress::on(const Evaluation &evaluation)
{
    std::string measured;
    for (const Metric &metric : evaluation.metrics)
        measured += "test " + toText(metric) + ", ";
    say("Epoch " + std::to_string(evaluation.epoch) + ": " + measured + "test loss " + fixed(evaluation.loss, 4) + " ("
        + grouped(double(evaluation.samples)) + " samples in " + fixed(evaluation.seconds, 1) + " s)");
    for (const auto &[prompt, answer] : evaluation.answers.value_or(std::vector<PromptAnswer>()))
        say("“" + prompt + "” → “" + answer + "”");
}

void Progress::on(const Note &note)
{
    say(note.message);
}

void Progress::on(const Warning &warning)
{
    say("Warning: " + warning.message);
}

void Progress::on(const RankFailed &failure)
{
    say("Rank " + std::to_string(failure.rank) + " failed: " + failure.cause);
}

void Progress::on(const MembershipChanged &changed)
{
    say(toText(changed, m_plan.machines));
}

void Progress::on(const GenerationFormed &formed)
{
    say(toText(formed));
}

std::string Progress::lineFor(const StepDone &step) const
{
    const double done = m_totalSteps > 0 ? double(step.step) / double(m_totalSteps) : 0;
    std::string line = "["
        + std::string(done < 0.1 ? "  "
                : done < 1       ? " "
                                 : "")
        + std::to_string(int(100 * done)) + " %]  step " + std::to_string(step.step) + "/"
        + std::to_string(m_totalSteps) + "  loss " + fixed(step.loss, 4) + "  " + grouped(m_rate) + " samples/s";
    if (m_stepsTimed > 0) {
        line += "  " + duration((m_now - *m_firstStepTime) / double(m_stepsTimed) * double(m_totalSteps - step.step))
            + " left";
    }
    return line;
}

void Progress::draw(const std::string &line)
{
    const std::size_t old = m_drawn.size();
    m_output << '\r' << line << std::string(old > line.size() ? old - line.size() : 0, ' ') << std::flush;
    m_drawn = line;
}

void Progress::say(const std::string &line)
{
    const std::string drawn = m_drawn;
    if (!drawn.empty())
        draw("");
    m_output << (drawn.empty() ? "" : "\r") << plainText(line) << std::endl;
    m_drawn.clear();
    if (!drawn.empty())
        draw(drawn);
}

void Progress::finish()
{
    if (!m_drawn.empty())
        m_output << std::endl;
    m_drawn.clear();
}

} // namespace motley
