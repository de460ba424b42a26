#include "engine/bench/engineoption.h"

#include "engine/base/childprocess.h"

#include <filesystem>

namespace motley {

namespace {

std::string builtEngine()
{
    const auto own = std::filesystem::path(ownProgram()).parent_path();
    for (const auto &folder : {own, own.parent_path() / "native/bin"})
        if (std::error_code problem; std::filesystem::exists(folder / "motley-engine", problem))
            return folder / "motley-engine";
    return {};
}

} // namespace

void addEngineOption(CLI::App &command, std::string &engine)
{
    engine = builtEngine();
    command.add_option("--engine", engine, "The motley-engine to measure")
        ->check(CLI::ExistingFile)
        ->capture_default_str();
}

} // namespace motley
