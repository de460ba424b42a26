// Jobs that begin with the folders of decoderfolder.h, and the names of all of them.
#pragma once

#include "decoderfolder.h"
#include "engine/job/jobspec.h"

#include <QTest>

namespace motley {

constexpr std::int64_t decoderBatch = 16;

inline JobSpec jobOf(const LanguageModelSpec &task, std::int64_t steps)
{
    JobSpec job;
    job.name = "decoder";
    job.task = task;
    job.batch = decoderBatch;
    job.epochs = 200;
    job.maxSteps = steps;
    job.optimizer.kind = OptimizerSpec::Kind::AdamW;
    job.schedule.peak = 1e-3;
    job.clipNorm = 1;
    job.checkpoint.everySteps = 0;
    return job;
}

inline void addFamilies(std::initializer_list<const char *> names)
{
    QTest::addColumn<QString>("family");
    for (const char *name : names)
        QTest::newRow(name) << QString(name);
}

inline void addAllFamilies()
{
    addFamilies({"llama", "llama-linear", "qwen2", "qwen3", "qwen3_5", "gemma3", "gemma4", "gemma4-dense", "mistral",
        "ministral3", "smollm3", "granite", "phi3", "olmo3", "qwen3_5-inside", "gemma3-inside", "gemma4-inside",
        "ministral3-inside"});
}

} // namespace motley
