#include "engine/commands/commands.h"
#include "engine/machine/linkcheck.h"

#include <iostream>

namespace motley {

namespace {

int reach()
{
    constexpr std::size_t longest = 1 << 20;
    std::string text;
    char chunk[4096];
    while (text.size() < longest && (std::cin.read(chunk, sizeof chunk), std::cin.gcount() > 0))
        text.append(chunk, std::size_t(std::cin.gcount()));
    const auto request = parseReachRequest(text);
    if (!request)
        return failed(request.error());
    std::cout << toJson(tryWays(*request)) << std::endl;
    return exitDone;
}

} // namespace

void addReach(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("reach", "Say how this machine reaches others that `listen`");
    command->group(""); // started by the app
    command->footer(
        "Reads the peers as JSON, prints a way for each of their addresses: whether it answered within 2 s, the time "
        "of\n"
        "a small message there and back, and bytes per second.\n\n"
        "Example:\n"
        "  echo '{\"peers\":[{\"name\":\"b\",\"addresses\":[\"10.0.0.2\"],\"port\":40123,\"word\":\"b1946ac9...\"}]}' "
        "\\\n"
        "      | motley-engine reach");
    command->callback([&chosen] { chosen = [] { return reach(); }; });
}

} // namespace motley
