#include "engine/training/runreporter.h"

#include <torch/types.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace motley {

namespace {

constexpr std::int64_t neverReported = -1;

// The root's text, on all ranks.
std::string shared(Group &group, std::string text, int root)
{
    const auto size = group.agree(std::int64_t(text.size()), root);
    if (size == 0)
        return {};
    at::Tensor bytes = at::empty({size}, at::kByte);
    if (group.rank() == root)
        std::memcpy(bytes.data_ptr(), text.data(), text.size());
    group.broadcast({bytes}, root);
    text.assign(static_cast<const char *>(bytes.const_data_ptr()), std::size_t(size));
    return text;
}

// The root's event, on all ranks, if it has one.
template <typename Body>
std::optional<Body> shared(Group &group, const std::optional<Body> &mine, int root)
{
    const auto event = parseEvent(shared(group, mine ? toLine(Event{0, 0, *mine}) : std::string(), root));
    const Body *body = event ? std::get_if<Body>(&event->body) : nullptr;
    return body ? std::optional(*body) : std::nullopt;
}

std::int64_t largest(const std::vector<std::int64_t> &numbers)
{
    return *std::max_element(numbers.begin(), numbers.end());
}

} // namespace

void RunReporter::emit(EventBody event) const
{
    if (m_reports)
        m_context.emit(std::move(event));
}

void RunReporter::warn(const std::string &message) const
{
    emit(Warning{-1, message});
}

// A step is repeated where the only rank that had done it has said so and is lost.
void RunReporter::add(StepDone step)
{
    if (m_reports && step.step > m_reportedStep) {
        m_context.emit(step);
        m_reportedStep = step.step;
    }
    keep(step);
    m_lastStep = std::move(step);
}

void RunReporter::keep(const StepDone &step)
{
    if (!m_recent.empty() && step.step <= m_recent.back().step) // all have its report already
        return;
    if (!m_recent.empty() && step.step != m_recent.back().step + 1)
        m_recent.clear();
    m_recent.push_back(step);
    if (m_recent.size() > mostRecent)
        m_recent.pop_front();
}

void RunReporter::add(Evaluation test, TestExamples examples)
{
    if (m_reports && test.step > m_reportedTest) {
        m_context.emit(test);
        m_reportedTest = test.step;
        if (!examples.isEmpty())
            show(std::move(examples));
    }
    m_state.lastTest = std::move(test);
}

void RunReporter::show(TestExamples examples)
{
    for (TestExample &example : examples.examples) {
        if (!m_hasShownPictures)
            break;
        example.picture.reset();
        example.expectedPicture.reset();
    }
    m_hasShownPictures = true;
    m_context.emit(std::move(examples));
}

void RunReporter::startFrom(std::int64_t step)
{
    m_lastStep.reset();
    m_recent.clear();
    m_hasReported = m_reports;
    m_reportedStep = step;
    m_reportedTest = step - 1; // that step may still be tested
}

void RunReporter::takeOver(Generation &generation, int furthest)
{
    Group &group = generation.group();
    m_heard.step = shared(group, m_lastStep, furthest);
    m_heard.test = shared(group, m_state.lastTest, furthest);
    m_heard.reportedStep = largest(group.gather(m_hasReported ? m_reportedStep : neverReported));
    m_heard.reportedTest = largest(group.gather(m_hasReported ? m_reportedTest : neverReported));
    const std::int64_t newestStep = m_heard.step ? m_heard.step->step : 0;
    const std::int64_t newestTest = m_heard.test ? m_heard.test->step : 0;
    const auto &logged = generation.membership().reported;
    m_heard.isReporterLost = m_heard.reportedStep == neverReported;
    const Reported assumed = m_heard.isReporterLost ? Reported{newestStep, newestTest} : Reported();
    m_heard.reportedStep = std::max(m_heard.reportedStep, logged.value_or(assumed).step);
    if (m_heard.isReporterLost)
        m_heard.reportedTest = logged.value_or(assumed).test;
}

void RunReporter::catchUp()
{
    m_lastStep = m_heard.step;
    if (m_lastStep)
        keep(*m_lastStep);
}

void RunReporter::goOn()
{
    m_hasReported = m_reports;
    m_reportedStep = m_heard.reportedStep;
    m_reportedTest = m_heard.reportedTest;
    m_lastStep = m_heard.step;
    m_state.lastTest = m_heard.test;
    const std::int64_t tested = m_state.lastTest ? m_state.lastTest->step : 0;
    if (m_lastStep)
        keep(*m_lastStep);
    const auto sayAgain = [&](bool isUpToTheTest) {
        for (const StepDone &step : std::deque(m_recent))
            if ((step.step <= tested) == isUpToTheTest)
                add(step);
    };
    sayAgain(true);
    if (m_state.lastTest)
        add(Evaluation(*m_state.lastTest));
    sayAgain(false);
}

} // namespace motley
