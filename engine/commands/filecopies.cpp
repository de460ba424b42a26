#include "engine/base/process/daemonize.h"
#include "engine/base/walltime.h"
#include "engine/commands/commands.h"
#include "engine/filecopies/filefetcher.h"
#include "engine/filecopies/filegiver.h"

#include <chrono>
#include <iostream>
#include <memory>
#include <optional>

namespace motley {

namespace {

constexpr std::chrono::seconds quietGiver{30}; // time without requests, as whoever lost its connection comes again
constexpr std::chrono::milliseconds betweenNews{500};

std::string requestFromStdin()
{
    std::string text;
    char chunk[1 << 16];
    while (text.size() <= longestCopyRequest && (std::cin.read(chunk, sizeof chunk), std::cin.gcount() > 0))
        text.append(chunk, std::size_t(std::cin.gcount()));
    return text;
}

int runGiver(bool inForeground)
{
    const auto request = parseGiveRequest(requestFromStdin());
    if (!request)
        return failed(request.error());
    std::optional<Detached> detached;
    if (!inForeground)
        detached.emplace(Detached::fromTerminal("/dev/null"));
    auto giver = FileGiver::open(*request);
    if (!giver) {
        if (detached)
            detached->reportFailure(oneLine(giver.error()));
        return failed(giver.error());
    }
    const std::string line = toJson(GiveAnswer{giver->port()});
    if (detached)
        detached->reportReady(line);
    else
        std::cout << line << std::endl;
    giver->give(quietGiver);
    return exitDone;
}

int runFetcher()
{
    const auto request = parseFetchRequest(requestFromStdin());
    if (!request)
        return failed(request.error());
    auto said = std::chrono::steady_clock::now();
    const FetchReport report = fetchFiles(*request, [&](std::int64_t bytes) {
        if (std::chrono::steady_clock::now() < said + betweenNews)
            return;
        said = std::chrono::steady_clock::now();
        std::cout << toJson(FetchProgress{bytes}) << std::endl;
    });
    std::cout << toJson(report) << std::endl;
    return exitDone;
}

} // namespace

void addGiveFiles(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("give-files", "Give files to `fetch-files` of other machines for a while");
    command->group(""); // started by the app
    command->footer("Reads as JSON where to listen and which files to give, leaves the terminal, prints one line such "
                    "as\n"
                    "  {\"port\":40123}\n"
                    "and gives the files to callers that know the token, until nobody has asked for "
        + secondsText(quietGiver)
        + ".\n\n"
          "Example:\n"
          "  echo '{\"address\":\"10.0.0.2\",\"token\":\"b1946ac9...\",\"files\":[{\"sha256\":\"5891b5b5...\",\n"
          "      \"path\":\"/data/model.safetensors\"}]}' | motley-engine give-files");
    auto inForeground = std::make_shared<bool>(false);
    command->add_flag("--foreground", *inForeground, "Do not leave the terminal");
    command->callback([&chosen, inForeground] { chosen = [inForeground] { return runGiver(*inForeground); }; });
}

void addFetchFiles(CLI::App &engine, Action &chosen)
{
    auto *command
        = engine.add_subcommand("fetch-files", "Fetch files from a machine that runs `give-files`, by their SHA-256");
    command->group(""); // started by the app
    command->footer("Reads as JSON from where to fetch which files, and the folder below which deployed files lie.\n"
                    "Prints how many bytes have come, line by line, and at last what is whole and what went wrong.\n\n"
                    "Example:\n"
                    "  echo '{\"root\":\"/home/ada/.local/share/motley\",\"client\":\"a\",\"address\":\"10.0.0.2\",\n"
                    "      \"port\":40123,\"token\":\"b1946ac9...\",\"files\":[{\"sha256\":\"5891b5b5...\",\n"
                    "      \"bytes\":1024,\"unfinished\":\"\"}]}' | motley-engine fetch-files");
    command->callback([&chosen] { chosen = [] { return runFetcher(); }; });
}

} // namespace motley
