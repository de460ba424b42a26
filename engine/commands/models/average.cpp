#include "engine/commands/commands.h"
#include "engine/inference/averagedmodel.h"

#include <iostream>
#include <memory>

namespace motley {

namespace {

int average(const AverageRequest &request)
{
    if (const auto written = writeAveragedModel(request); !written)
        return failed(written.error());
    std::cout << request.folder << std::endl;
    return exitDone;
}

} // namespace

void addAverage(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("average", "Make a model whose weights are the mean of several checkpoints");
    command->footer(
        "The mean of a run's last checkpoints is often better than each of them, above all in translation.\n"
        "Keep as many as you want to average: checkpoint.keep in the job.\n\n"
        "Example:\n"
        "  motley-engine average runs/de-en/checkpoints/step-* --out de-en-averaged\n"
        "  motley-engine evaluate de-en-averaged --data test.de,test.en");
    auto request = std::make_shared<AverageRequest>();
    command
        ->add_option("CHECKPOINTS", request->checkpoints,
            "Of one run: folders with model.safetensors, such as RUN/checkpoints/step-500")
        ->required();
    command->add_option("--out", request->folder, "Folder of the new model; it must not be there yet")->required();
    command->add_option(
        "--model", request->modelFolder, "A model of that run, for its other files (default: RUN/model)");
    command->callback([&chosen, request] { chosen = [request] { return average(*request); }; });
}

} // namespace motley
