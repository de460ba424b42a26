#include "engine/bench/madeup/finetunejob.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::int64_t tokensOfRow = 60; // at least, on average
constexpr std::int64_t batches = 16; // in an epoch

} // namespace

Result<JobSpec> makeFineTuneJob(const std::string &family, const FineTuneShape &shape, const std::string &folder)
{
    MadeUpSize size = shape.model;
    size.positions = std::max(size.positions, shape.context);
    LanguageModelSpec task;
    task.model.start = folder + "/model";
    task.model.context = int(shape.context);
    task.data.format = LanguageModelData::Format::Conversations;
    task.data.train = folder + "/rows.jsonl";
    task.data.test = folder + "/held-out.jsonl";
    task.adapter.rank = shape.rank;
    task.model.quantization = shape.quantization;
    JobSpec job;
    job.name = family;
    job.task = task;
    job.batch = shape.batch;
    job.precision = shape.precision;
    job.exchange.gradients = shape.gradients;
    job.clipNorm = 1;
    job.optimizer = usualOptimizer(OptimizerSpec::Kind::AdamW);
    job.schedule.kind = ScheduleSpec::Kind::Constant;
    job.schedule.peak = 2e-4;
    const auto rows = int(batches * shape.batch * std::max<std::int64_t>(1, shape.context / tokensOfRow));
    return writeMadeUpDecoder(family, size, task.model.start.path)
        .and_then([&] { return writeMadeUpRows(shape.rows, rows, task.data.train.path); })
        .and_then([&] { return writeMadeUpRows(shape.rows, 8, task.data.test.path); })
        .map([&] { return job; });
}

} // namespace motley
