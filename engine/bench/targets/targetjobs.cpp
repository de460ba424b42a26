#include "engine/bench/targets/targetjobs.h"

#include "engine/base/keyedrandom.h"
#include "engine/base/textfile.h"
#include "engine/tasks/madeup/randombertrows.h"

namespace motley {

namespace {

constexpr std::int64_t gpt2Vocabulary = 50257;
constexpr std::int64_t blocks = 256; // of text, each as long as the context

JobSpec jobNamed(const std::string &name)
{
    JobSpec job;
    job.name = name;
    job.epochs = job.evaluateEveryEpochs = 1'000'000;
    job.clipNorm = 1;
    job.optimizer = usualOptimizer(OptimizerSpec::Kind::AdamW);
    job.schedule.kind = ScheduleSpec::Kind::Constant;
    job.schedule.peak = 1e-4;
    job.checkpoint.everySteps = 0;
    return job;
}

Result<JobSpec> makeBertLarge(JobSpec job, const std::string &folder)
{
    BertConfig config;
    config.hiddenSize = 1024;
    config.layers = 24;
    config.heads = 16;
    config.intermediateSize = 4096;
    BertSpec task;
    task.model.config = folder + "/config.json";
    task.data.train = folder + "/train.hdf5";
    job.task = task;
    job.batch = 16;
    Random random{1, 0};
    return writeTextFile(task.model.config.path, toJson(config))
        .and_then([&] {
            return writeRandomBertRows(
                config, {.rows = 256, .length = 512, .hiddenWords = 80}, random, task.data.train.path);
        })
        .map([&] { return job; });
}

std::string utf8Of(std::uint32_t character) // of the planes that take four bytes
{
    std::string bytes;
    bytes += char(0xF0 | character >> 18);
    for (const int shift : {12, 6, 0})
        bytes += char(0x80 | (character >> shift & 0x3F));
    return bytes;
}

// The text is one of characters, each a token: as many kinds as GPT-2 has tokens, with the ends of lines and "unknown".
Result<JobSpec> makeGpt2(JobSpec job, const std::string &folder)
{
    constexpr std::uint32_t firstCharacter = 0x10000;
    LanguageModelSpec task;
    task.model.layers = task.model.heads = 12;
    task.model.width = 768;
    task.model.context = 1024;
    task.model.dropout = 0.1;
    task.data.train = folder + "/train.txt";
    task.data.test = folder + "/test.txt";
    job.task = task;
    job.batch = 8;
    Random random{1, 0};
    constexpr std::uint32_t kinds = gpt2Vocabulary - 2;
    std::string text;
    for (std::uint32_t i = 0; i < kinds; ++i)
        text += utf8Of(firstCharacter + i);
    text += '\n';
    for (std::int64_t i = 0; i < blocks * task.model.context; ++i)
        text += utf8Of(firstCharacter + std::uint32_t(random.below(kinds)));
    return writeTextFile(task.data.train.path, text)
        .and_then([&] { return writeTextFile(task.data.test.path, text.substr(0, 4 * 2000)); })
        .map([&] { return job; });
}

} // namespace

const std::vector<std::string> &targetNames()
{
    static const std::vector<std::string> names{"bert-large-512", "gpt2-124m-1024"};
    return names;
}

Result<JobSpec> makeTargetJob(const std::string &name, const std::string &folder)
{
    return name == targetNames().front() ? makeBertLarge(jobNamed(name), folder) : makeGpt2(jobNamed(name), folder);
}

} // namespace motley
