#include "engine/machine/echoserver.h"
#include "engine/base/process/daemonize.h"
#include "engine/base/walltime.h"
#include "engine/commands/commands.h"

#include <iostream>
#include <memory>
#include <optional>

namespace motley {

namespace {

constexpr std::chrono::seconds quiet{30}; // time without requests to wait, as other machines may begin later

struct EchoOptions {
    int seconds = 120;
    bool foreground = false;
};

int runEchoServer(const EchoOptions &options)
{
    std::optional<Detached> detached;
    if (!options.foreground)
        detached.emplace(Detached::fromTerminal("/dev/null"));
    auto server = EchoServer::open();
    if (!server) {
        if (detached)
            detached->reportFailure(oneLine(server.error()));
        return failed(server.error());
    }
    const std::string line = toJson(server->endpoint());
    if (detached)
        detached->reportReady(line);
    else
        std::cout << line << std::endl;
    server->answer(std::chrono::seconds(options.seconds), quiet);
    return exitDone;
}

} // namespace

void addEchoServer(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("echo-server", "Answer `check-links` of other machines for a while");
    command->group(""); // started by the app
    command->footer(
        "Leaves the terminal, prints one line such as\n"
        "  {\"port\":40123,\"token\":\"b1946ac9...\"}\n"
        "and answers callers that know the token, on all addresses, until the time is over or nobody has called for\n"
        + secondsText(quiet)
        + ".\n\n"
          "Example:\n"
          "  motley-engine echo-server --foreground --seconds 60");
    auto options = std::make_shared<EchoOptions>();
    command->add_option("--seconds", options->seconds, "At most so long (120)")->check(CLI::Range(1, 600));
    command->add_flag("--foreground", options->foreground, "Do not leave the terminal");
    command->callback([&chosen, options] { chosen = [options] { return runEchoServer(*options); }; });
}

} // namespace motley
