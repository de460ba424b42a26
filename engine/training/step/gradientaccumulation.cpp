#include "engine/training/step/gradientaccumulation.h"

#include "engine/device/devicememory.h"
#include "engine/device/mixedprecision.h"
#include "engine/device/outofmemory.h"
#include "engine/models/layers/activationcheckpointing.h"

#include <torch/types.h>

#include <algorithm>
#include <utility>

namespace motley {

GradientAccumulation::GradientAccumulation(Task &task, PassLimits &limits, PassOptions options)
    : m_task(task), m_limits(limits), m_options(std::move(options)), m_feed(m_options.device), m_buffers(task.model())
{
}

Result<Passed> GradientAccumulation::run(const Batch &batch, const Batch *upcoming, double scale,
    GradientExchange &exchange, const GradientExchange::OnBucket &onBucket)
{
    m_run = {&batch, upcoming, scale, &exchange, onBucket, false, {}};
    m_buffers.keep();
    auto refusal = attempt(true);
    while (refusal && !m_run.isExchanging) {
        if (const auto room = makeRoom(*refusal); !room)
            return tl::unexpected(room.error());
        refusal = attempt(true);
    }
    if (!refusal)
        return m_run.passed;

    const auto resumed = exchange.resumeAfterFailure([&]() -> Result<void> {
        while (refusal) {
            if (const auto room = makeRoom(*refusal); !room)
                return room;
            refusal = attempt(false);
        }
        return {};
    });
    if (!resumed)
        return tl::unexpected(resumed.error());
    m_run.passed.backward += *resumed;
    return m_run.passed;
}

// All passes of the step; returns how the device refused, if there is too little memory for them. They change nothing
// but gradients and buffers, so they can be repeated until the gradients are complete.
std::optional<std::string> GradientAccumulation::attempt(bool exchanges)
{
    Passed anew;
    anew.newMicrobatch = m_run.passed.newMicrobatch;
    anew.recomputesNow = m_run.passed.recomputesNow;
    m_run.passed = anew;
    try {
        m_run.passed.summedLoss = accumulateGradients(exchanges);
        return std::nullopt;
    } catch (const std::exception &failure) {
        if (!isOutOfMemory(failure))
            throw;
        return failure.what();
    }
}

// Only the last micro-batch exchanges; those before it accumulate gradients. Where a parameter has no gradient, the
// backward pass hands over the tensor that it computed: that moves less memory than adding to zeros.
double GradientAccumulation::accumulateGradients(bool exchanges)
{
    const Batch &batch = *m_run.batch;
    const std::int64_t most = std::max<std::int64_t>(atOnce(batch), 1);
    for (at::Tensor &parameter : m_task.model().parameters())
        parameter.mutable_grad().reset();
    double loss = 0;
    m_feed.begin(batch.slice(0, atOnce(batch)));
    for (std::int64_t first = most; first < batch.samples; first += most) {
        const Batch part = m_feed.next();
        m_feed.begin(batch.slice(first, std::min(first + most, batch.samples)));
        loss += backPropagate(part, false);
    }
    const Batch last = m_feed.next();
    if (m_run.upcoming)
        m_feed.begin(m_run.upcoming->slice(0, atOnce(*m_run.upcoming)));
    return loss + backPropagate(last, exchanges);
}

double GradientAccumulation::backPropagate(const Batch &part, bool exchanges)
{
    GradientExchange &exchange = *m_run.exchange;
    at::Tensor loss;
    m_run.passed.forward += exchange.time([&] { loss = forward(part); });
    if (exchanges) {
        exchange.begin(m_run.onBucket);
        m_run.isExchanging = true;
        m_run.passed.backward += exchange.backward(loss * m_run.scale);
    } else {
        m_run.passed.backward += exchange.time([&] { (loss * m_run.scale).backward(); });
    }
    if (m_options.onPassed)
        m_options.onPassed();
    return loss.item<double>();
}

at::Tensor GradientAccumulation::forward(const Batch &part)
{
    const MixedPrecision low(m_options.precision, m_options.device);
    return m_task.summedLoss(part);
}

std::int64_t GradientAccumulation::atOnce(const Batch &batch) const
{
    return m_limits.microbatch > 0 ? std::min(m_limits.microbatch, batch.samples) : batch.samples;
}

// Gives back what the failed passes hold, and needs less from now on.
Result<void> GradientAccumulation::makeRoom(const std::string &refusal)
{
    m_feed.drop();
    restoreBuffers();
    for (at::Tensor &parameter : m_task.model().parameters())
        parameter.mutable_grad().reset();
    releaseUnusedMemory(m_options.device);
    const auto smaller = halveMicrobatch(refusal);
    if (smaller) {
        m_run.passed.newMicrobatch = m_limits.microbatch;
        return {};
    }
    if (!std::exchange(m_limits.mayRecompute, false))
        return smaller;
    recomputeActivations(m_task.model());
    m_limits.microbatch = m_options.microbatch;
    m_run.passed.newMicrobatch.reset();
    m_run.passed.recomputesNow = true;
    return {};
}

Result<void> GradientAccumulation::halveMicrobatch(const std::string &refusal)
{
    const std::int64_t samples = m_run.batch->samples;
    if (m_options.wholeShareAtOnce)
        return fail(m_options.who + " has too little memory for the " + std::to_string(samples)
                + " samples of its share, and the model normalises over the whole batch, so they cannot come in parts. "
                  "Lower the batch, or train without this device.",
            refusal);
    const std::int64_t tried = atOnce(*m_run.batch);
    if (tried <= 1)
        return fail(m_options.who
                + " has too little memory for even one sample at once. Set memory.recompute or memory.shard, make the "
                  "model smaller, or train without this device.",
            refusal);
    m_limits.microbatch = tried / 2;
    return {};
}

} // namespace motley
