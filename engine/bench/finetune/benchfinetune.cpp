// Times the step of a fine-tune of each family of decoders, and compares its memory with what the planner predicts.
#include "engine/bench/benchcommands.h"
#include "engine/bench/benchoptions.h"
#include "engine/bench/benchreport.h"
#include "engine/bench/finetune/rankmemory.h"
#include "engine/bench/madeup/finetunejob.h"
#include "engine/bench/temporaryfolder.h"
#include "engine/commands/terminal/numbers.h"
#include "engine/commands/terminal/table.h"
#include "engine/machine/machineprobe.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <iostream>
#include <memory>

namespace motley {

namespace {

struct FineTuneOptions {
    std::vector<std::string> families = madeUpFamilies();
    FineTuneShape shape;
    std::string rows = "conversations";
    std::string precision = "float32";
    std::string quantization = "none";
    std::string gradients = "float32";
    bool allWeights = false;
    BenchRunOptions run{.warmUpSteps = 2, .steps = 6};
};

struct FineTuneRow {
    std::string family;
    JobSpec job;
    std::int64_t parameters = 0; // of model and adapter
    double stepSeconds = 0;
    RankMemory memory;

    std::int64_t trained() const { return memory.predicted.trained / std::int64_t(sizeof(float)); }
    std::int64_t exchanged() const // bytes: the gradients
    {
        const bool isHalf = job.exchange.gradients == ExchangeSpec::Gradients::BFloat16;
        return memory.predicted.trained / (isHalf ? 2 : 1);
    }
    double tokensPerSecond() const { return memory.tokens / stepSeconds; }
    double offBy() const { return double(memory.predicted.sum()) / double(memory.measured) - 1; }
};

Result<FineTuneRow> timeFamily(const std::string &family, FineTuneOptions &options, const std::string &folder)
{
    options.run.folder = folder + "/" + family;
    std::filesystem::create_directory(options.run.folder);
    auto job = makeFineTuneJob(family, options.shape, options.run.folder);
    if (!job)
        return tl::unexpected(job.error());
    const auto run = timeSteps(*job, options.run);
    if (!run)
        return fail(family + ": " + run.error().message, run.error().detail);
    return FineTuneRow{family, *std::move(job), run->started.parameters, timesOf(run->steps).whole, {}};
}

std::string megabytes(std::int64_t bytes)
{
    return fixed(double(bytes) / 1e6, 1);
}

void show(const FineTuneOptions &options, const std::vector<FineTuneRow> &rows)
{
    std::vector<TableLine> lines{{"family", "parameters", "trained", "tokens/s", "step", "exchanged", "weights",
        "gradients", "state", "passes", "predicted", "measured", "off"}};
    nlohmann::ordered_json json{{"workers", options.run.workers}, {"threads", options.run.threads},
        {"precision", options.precision}, {"quantization", options.quantization}, {"gradients", options.gradients},
        {"rank", options.shape.rank}, {"rows_of", options.rows}, {"batch", options.shape.batch},
        {"context", options.shape.context}, {"layers", options.shape.model.layers},
        {"width", options.shape.model.width}, {"vocabulary", options.shape.model.vocabulary}};
    for (const FineTuneRow &row : rows) {
        const MemoryParts &parts = row.memory.predicted; // of one rank, which exchanges nothing
        const std::int64_t weights = parts.frozen + parts.trained;
        const std::int64_t passes = parts.logits + parts.activations;
        lines.push_back({row.family, grouped(double(row.parameters)), grouped(double(row.trained())),
            grouped(row.tokensPerSecond()), fixed(1000 * row.stepSeconds, 0) + " ms", megabytes(row.exchanged()),
            megabytes(weights), megabytes(parts.gradients), megabytes(parts.optimizer), megabytes(passes),
            megabytes(parts.sum()), megabytes(row.memory.measured), percent(row.offBy(), 1)});
        json["rows"].push_back({{"family", row.family}, {"parameters", row.parameters}, {"trained", row.trained()},
            {"tokens_per_s", row.tokensPerSecond()}, {"step_s", row.stepSeconds}, {"bytes_per_step", row.exchanged()},
            {"memory_predicted", parts.sum()}, {"memory_measured", row.memory.measured},
            {"memory_parts",
                {{"weights", weights}, {"gradients", parts.gradients}, {"state", parts.optimizer},
                    {"passes", passes}}}});
    }
    std::cout << tableText(lines)
              << "\nExchanged: what each of several ranks gives into the sum of a step. It and memory are megabytes; "
                 "memory is\nof one rank that takes half the batch at once: its parts as predicted, and the most that "
                 "was measured.\n"
              << json.dump() << std::endl;
}

// All runs come first: a process that is an agent must have only one thread.
int fineTune(FineTuneOptions options)
{
    const auto folder = TemporaryFolder::make();
    if (!folder)
        return failed(folder.error());
    divideProcessors(options.run);
    options.shape.rows = options.rows == "texts" ? MadeUpRows::Texts : MadeUpRows::Conversations;
    options.shape.precision.kind
        = options.precision == "bfloat16" ? PrecisionSpec::Kind::BFloat16 : PrecisionSpec::Kind::Float32;
    options.shape.quantization = options.quantization == "nf4" ? Quantization::Nf4
        : options.quantization == "int8"                       ? Quantization::Int8
                                                               : Quantization::None;
    options.shape.gradients
        = options.gradients == "bfloat16" ? ExchangeSpec::Gradients::BFloat16 : ExchangeSpec::Gradients::Float32;
    if (options.allWeights)
        options.shape.rank = 0;
    std::vector<FineTuneRow> rows;
    for (const std::string &family : options.families) {
        auto row = timeFamily(family, options, folder->path());
        if (!row)
            return failed(row.error());
        std::cerr << family << ": " << fixed(1000 * row->stepSeconds, 0) << " ms a step" << std::endl;
        rows.push_back(*std::move(row));
    }
    const std::int64_t first = options.run.warmUpSteps + 1;
    for (FineTuneRow &row : rows) {
        auto memory = measureRankMemory(row.job, first, first + options.run.steps - 1, usableProcessors());
        if (!memory)
            return failed(memory.error());
        row.memory = *std::move(memory);
    }
    show(options, rows);
    return exitDone;
}

void addModelOptions(CLI::App &command, FineTuneShape &shape)
{
    MadeUpSize &model = shape.model;
    const auto add = [&](const char *name, std::int64_t &value, const char *help, std::int64_t least) {
        command.add_option(name, value, help)->check(CLI::Range(least, std::int64_t(1) << 20))->capture_default_str();
    };
    add("--layers", model.layers, "Layers of each model", 2);
    add("--width", model.width, "Numbers in a token's vector", 16);
    add("--heads", model.heads, "Heads of attention, an even number", 2);
    add("--vocabulary", model.vocabulary, "Tokens that a model knows", 64);
    add("--context", shape.context, "Tokens of a sequence", 8);
    add("--batch", shape.batch, "Sequences a step, over all ranks", 1);
    command.add_option("--rank", shape.rank, "Rank of the adapter (LoRA)")
        ->check(CLI::Range(1, 4096))
        ->capture_default_str();
}

} // namespace

void addFineTune(CLI::App &program, Action &chosen)
{
    auto *command = program.add_subcommand("finetune", "Time and measure a fine-tune of each family of models");
    command->footer(
        "Tunes models with random weights on made-up rows, with the processes of any other run, and keeps nothing.\n"
        "Prints a line for each family, and the same figures as one JSON object in the last line.\n\n"
        "Examples:\n"
        "  motley-bench finetune\n"
        "  motley-bench finetune --families llama,qwen3_5 --all-weights --rows texts\n"
        "  motley-bench finetune --families gemma3 --vocabulary 262144 --workers 2 --threads 1");
    auto options = std::make_shared<FineTuneOptions>();
    command->add_option("--families", options->families, "Of which models")
        ->delimiter(',')
        ->check(CLI::IsMember(madeUpFamilies()))
        ->capture_default_str();
    addModelOptions(*command, options->shape);
    command->add_flag("--all-weights", options->allWeights, "Train all weights and no adapter");
    command->add_option("--rows", options->rows, "conversations, of which answers are learned, or texts")
        ->check(CLI::IsMember({"conversations", "texts"}))
        ->capture_default_str();
    command->add_option("--precision", options->precision, "float32 or bfloat16")
        ->check(CLI::IsMember({"float32", "bfloat16"}))
        ->capture_default_str();
    command->add_option("--quantization", options->quantization, "Of the weights below the adapter: none, int8 or nf4")
        ->check(CLI::IsMember({"none", "int8", "nf4"}))
        ->excludes("--all-weights")
        ->capture_default_str();
    command
        ->add_option(
            "--gradients", options->gradients, "In which ranks send each other an adapter's: float32 or bfloat16")
        ->check(CLI::IsMember({"float32", "bfloat16"}))
        ->excludes("--all-weights")
        ->capture_default_str();
    addTimingOptions(*command, options->run);
    command->callback([&chosen, options] { chosen = [options] { return fineTune(*options); }; });
}

} // namespace motley
