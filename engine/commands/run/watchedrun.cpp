#include "engine/commands/run/watchedrun.h"

#include "engine/commands/commands.h"
#include "engine/commands/terminal/finalreport.h"
#include "engine/commands/terminal/plaintext.h"
#include "engine/commands/terminal/progressline.h"

#include <unistd.h>

#include <iostream>

namespace motley {

int watchRun(AgentOptions agent, bool json)
{
    Progress progress(std::cout, isatty(STDOUT_FILENO) == 1);
    FinalReport report;
    agent.observer = [&](const Event &event) {
        if (json)
            std::cout << toLine(event) << std::endl;
        else
            progress.show(event);
        report.add(event);
    };
    const RunFolder folder = agent.folder;
    const auto finished = runAgent(std::move(agent));
    progress.finish();
    if (!finished)
        return failed(finished.error());
    if (!json)
        std::cout << "\n" << report.text(*finished, folder);
    if (!finished->message.empty())
        std::cerr << plainText(finished->message) << std::endl;
    return finished->outcome == RunFinished::Outcome::Failed ? exitFailed : exitDone;
}

} // namespace motley
