#include "engine/training/evaluatemodel.h"

#include "engine/base/walltime.h"
#include "engine/commands/commands.h"
#include "engine/commands/deviceargument.h"
#include "engine/commands/terminal/plaintext.h"
#include "engine/machine/machineprobe.h"

#include <iostream>
#include <memory>

namespace motley {

namespace {

struct EvaluateOptions {
    EvaluationRequest request;
    std::string device = "cpu";
    int threads = 0;
};

int evaluate(const EvaluateOptions &options)
{
    const auto device = findDevices(options.device, 1);
    if (!device)
        return failed(device.error());
    const int threads = options.threads > 0 ? options.threads : usableProcessors();
    const auto evaluation = evaluateModel(options.request, device->front(), threads,
        [](const std::string &note) { std::cerr << plainText(note) << std::endl; });
    if (!evaluation)
        return failed(evaluation.error());
    std::cout << toLine(Event{0, wallTime(), *evaluation}) << std::endl;
    return exitDone;
}

} // namespace

void addEvaluate(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("evaluate", "Put the test set through a trained model");
    command->footer("Example:\n"
                    "  $ motley-engine evaluate runs/fashion-1/model --data /usr/share/datasets/fashion-mnist\n"
                    "  "
                    "{\"seq\":0,\"time\":...,\"type\":\"evaluation\",...,\"loss\":0.28,\"metrics\":[{\"name\":"
                    "\"accuracy\",\"value\":0.901,...}],\"samples\":10000,...}");
    auto options = std::make_shared<EvaluateOptions>();
    auto &request = options->request;
    command->add_option("MODELFOLDER", request.modelFolder, "Folder with model.safetensors and config.json")
        ->required();
    command->add_option("--data", request.testData, "What to test on; `tasks` says what that is for each task")
        ->required();
    command->add_option("--task", request.task, "Of a model that was not trained by Motley (default: its own)");
    command->add_option("--device", options->device, "cpu, cuda, or cuda:UUID")->capture_default_str();
    command->add_option("--threads", options->threads, "Processors to use (default: all)")->check(CLI::Range(1, 4096));
    command->callback([&chosen, options] { chosen = [options] { return evaluate(*options); }; });
}

} // namespace motley
