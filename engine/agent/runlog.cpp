#include "engine/agent/runlog.h"

#include <chrono>
#include <iostream>
#include <thread>

namespace motley {

namespace {

constexpr auto lastWriteLimit = std::chrono::seconds(30); // for a full disk to get room for the last event

}

Result<std::unique_ptr<RunLog>> RunLog::open(const RunFolder &folder, const Plan &plan, EventLog::Observer observer)
{
    std::unique_ptr<RunLog> run(new RunLog(plan));
    run->m_path = folder.events();
    auto log = EventLog::open(run->m_path, [raw = run.get(), observer = std::move(observer)](const Event &event) {
        if (raw->m_curves)
            raw->m_curves->add(event);
        if (observer)
            observer(event);
    });
    if (!log)
        return tl::unexpected(log.error());
    run->m_log.emplace(std::move(*log));
    auto curves = TensorBoardLog::create(folder.path);
    if (curves)
        run->m_curves.emplace(std::move(*curves));
    else
        run->m_log->append(Warning{-1, curves.error().message + " There will be no curves for TensorBoard."});
    return run;
}

void RunLog::append(const EventBody &body)
{
    m_log->append(body);
    diagnose(body);
}

void RunLog::diagnose(const EventBody &body)
{
    std::vector<Slowdown> news;
    if (const auto *step = std::get_if<StepDone>(&body))
        news = m_diagnosis.take(*step);
    else if (const auto *sample = std::get_if<Telemetry>(&body))
        news = m_diagnosis.take(*sample);
    else if (const auto *changed = std::get_if<SharesChanged>(&body))
        m_diagnosis.take(*changed);
    for (const Slowdown &slowdown : news)
        m_log->append(slowdown);
}

void RunLog::finish(const RunFinished &last)
{
    m_log->append(last);
    const auto deadline = std::chrono::steady_clock::now() + lastWriteLimit;
    for (; m_log->isBehind() && std::chrono::steady_clock::now() < deadline; m_log->flush())
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    if (m_log->isBehind())
        std::cerr << "No room for the last events in " << m_path << "." << std::endl;
}

} // namespace motley
