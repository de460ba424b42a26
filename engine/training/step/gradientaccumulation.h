// Gradient accumulation on one device: the forward and backward passes of the micro-batches of a step, their upload,
// and a retry where memory runs out. Knows no ranks: a GradientExchange hears of the pass that completes the gradients.
#pragma once

#include "engine/exchange/gradients/gradientexchange.h"
#include "engine/job/precisionspec.h"
#include "engine/tasks/task.h"
#include "engine/training/step/devicefeed.h"
#include "engine/training/step/keptbuffers.h"

#include <functional>
#include <optional>
#include <string>

namespace motley {

struct PassOptions {
    at::Device device = at::kCPU;
    PrecisionSpec precision;
    std::int64_t microbatch = 0; // samples; 0: all at once
    bool wholeShareAtOnce = false; // the model normalises over the batch: micro-batches would change the result
    std::string who = "This rank"; // for errors
    std::function<void()> onPassed{}; // after each micro-batch
};

// How much fits into the memory of a rank, as its passes have shown.
struct PassLimits {
    std::int64_t microbatch = 0; // samples; 0: all at once
    bool mayRecompute = false; // activations, where not even one sample fits otherwise; it does not do so yet
};

struct Passed {
    double summedLoss = 0;
    Timings forward;
    Timings backward;
    std::optional<std::int64_t> newMicrobatch; // samples; memory ran out with more at once
    // Activations are recomputed from this step on: memory ran out, however few samples there were at once.
    bool recomputesNow = false;
};

class GradientAccumulation {
public:
    // The model is on the device already. Task and limits, which change with what a pass shows, must live longer.
    GradientAccumulation(Task &task, PassLimits &limits, PassOptions options);

    // Computes the gradient of `scale` times the summed loss, and has it exchanged. Where memory does not hold a pass,
    // halves the micro-batch from then on and computes the gradients anew. Where not even one sample fits and the
    // limits allow it, recomputes activations from then on, beginning with options.microbatch again. The Error says
    // that nothing fits. `upcoming`: what the next step computes, if it is ready; it is uploaded meanwhile.
    Result<Passed> run(const Batch &batch, const Batch *upcoming, double scale, GradientExchange &exchange,
        const GradientExchange::OnBucket &onBucket = {});

    // What run() has changed beside gradients: layers' running statistics.
    std::vector<at::Tensor> buffers() const { return m_buffers.now(); }
    void restoreBuffers() { m_buffers.restore(); }
    void dropUpload() { m_feed.drop(); } // of what the next step computes

private:
    std::optional<std::string> attempt(bool exchanges);
    double accumulateGradients(bool exchanges);
    double backPropagate(const Batch &part, bool exchanges);
    at::Tensor forward(const Batch &part);
    std::int64_t atOnce(const Batch &batch) const; // samples of the batch's first micro-batch
    Result<void> makeRoom(const std::string &refusal);
    Result<void> halveMicrobatch(const std::string &refusal);

    Task &m_task;
    PassLimits &m_limits;
    const PassOptions m_options;
    DeviceFeed m_feed;
    KeptBuffers m_buffers;

    // State of the present run().
    struct Run {
        const Batch *batch = nullptr;
        const Batch *upcoming = nullptr;
        double scale = 1;
        GradientExchange *exchange = nullptr;
        GradientExchange::OnBucket onBucket;
        bool isExchanging = false; // gradients have begun to go to other ranks
        Passed passed;
    } m_run;
};

} // namespace motley
