#include "engine/base/walltime.h"
#include "engine/commands/commands.h"
#include "engine/machine/linkcheck.h"

#include <iostream>

namespace motley {

namespace {

int printLinks()
{
    constexpr std::size_t longest = 1 << 20;
    std::string text;
    char chunk[4096];
    while (text.size() < longest && (std::cin.read(chunk, sizeof chunk), std::cin.gcount() > 0))
        text.append(chunk, std::size_t(std::cin.gcount()));
    const auto request = parseLinkCheckRequest(text);
    if (!request)
        return failed(request.error());
    std::cout << toJson(checkLinks(*request)) << std::endl;
    return exitDone;
}

} // namespace

void addCheckLinks(CLI::App &engine, Action &chosen)
{
    auto *command
        = engine.add_subcommand("check-links", "Measure the links from this machine to others that run `echo-server`");
    command->group(""); // started by the app
    command->footer("Reads the peers as JSON, prints a link for each of their addresses: whether it answered within "
        + secondsText(linkAnswerLimit)
        + ",\n"
          "the time of a small message there and back, and bytes per second.\n\n"
          "Example:\n"
          "  echo "
          "'{\"peers\":[{\"name\":\"b\",\"addresses\":[\"10.0.0.2\"],\"port\":40123,\"token\":\"b1946ac9...\"}]}' "
          "\\\n"
          "      | motley-engine check-links");
    command->callback([&chosen] { chosen = [] { return printLinks(); }; });
}

} // namespace motley
