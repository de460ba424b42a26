// A real agent whose ranks are scripted: scriptedagent RUNFOLDER RANKPROGRAM. Prints AgentReady, and stays in the
// foreground; its exit code is 0 where its part of the run ended well.
#include "engine/agent/agent.h"
#include "engine/base/textfile.h"

#include <iostream>

using namespace motley;

int main(int, char **argv)
{
    AgentOptions options{{argv[1]}, {}, [](const AgentReady &ready) { std::cout << toJson(ready) << std::endl; }, {}};
    const auto text = readTextFile(options.folder.launch());
    auto launch = text ? parseLaunchSpec(*text) : tl::unexpected<Error>(text.error());
    if (!launch) {
        std::cerr << launch.error().message << std::endl;
        return 2;
    }
    options.launch = *std::move(launch);
    options.engine = argv[2];
    const auto finished = runAgent(std::move(options));
    std::cerr << (finished ? finished->message : finished.error().message) << std::endl;
    return finished && finished->outcome != RunFinished::Outcome::Failed ? 0 : 1;
}
