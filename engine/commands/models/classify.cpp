#include "engine/commands/commands.h"
#include "engine/commands/models/computeoptions.h"
#include "engine/commands/terminal/numbers.h"
#include "engine/inference/imageclassifier.h"

#include <iostream>
#include <memory>

namespace motley {

namespace {

struct ClassifyOptions {
    std::string model;
    std::vector<std::string> images;
    std::int64_t predictions = 1;
    ComputeOptions compute;
};

int classify(const ClassifyOptions &options)
{
    const auto device = openCompute(options.compute);
    if (!device)
        return failed(device.error());
    auto classifier = ImageClassifier::open(options.model, *device);
    if (!classifier)
        return failed(classifier.error());
    for (const std::string &path : options.images) {
        const auto answers = classifier->classify(path, options.predictions);
        if (!answers)
            return failed(answers.error());
        for (const ImageAnswer &answer : *answers) {
            std::cout << answer.image;
            for (const auto &prediction : answer.predictions)
                std::cout << "\t" << prediction.name << "\t" << fixed(prediction.probability, 4);
            std::cout << "\n";
        }
        std::cout << std::flush;
    }
    for (const std::string &note : classifier->notes())
        std::cerr << note << "\n";
    return exitDone;
}

} // namespace

void addClassify(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("classify", "Tell what pictures show, with a trained model");
    command->footer("Prints a line for each picture: its file, the class, how probable that is; tabs between. A model\n"
                    "that was trained on IDX images takes such files and numbers its classes from 0.\n\n"
                    "Examples:\n"
                    "  $ motley-engine classify runs/flowers/model garden/*.jpg --top 2\n"
                    "  garden/1.jpg\ttulip\t0.9712\trose\t0.0203\n"
                    "  $ motley-engine classify runs/fashion-1/model /usr/share/datasets/fashion-mnist/"
                    "t10k-images-idx3-ubyte.gz | head -1");
    auto options = std::make_shared<ClassifyOptions>();
    command->add_option("MODEL", options->model, "Folder of an image model, such as RUN/model")->required();
    command->add_option("IMAGES", options->images, "JPEG and PNG files, folders of them, IDX files")->required();
    command->add_option("--top", options->predictions, "Classes named for each picture, the most probable first")
        ->check(CLI::Range(1, 1 << 20))
        ->capture_default_str();
    addComputeOptions(*command, options->compute);
    command->callback([&chosen, options] { chosen = [options] { return classify(*options); }; });
}

} // namespace motley
