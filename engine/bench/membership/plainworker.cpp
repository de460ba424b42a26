#include "plainworker.h"

#include "engine/base/descriptor.h"
#include "engine/base/textfile.h"
#include "engine/device/mallocsettings.h"
#include "engine/rendezvous/agentlink.h"
#include "engine/rendezvous/torchwarnings.h"
#include "engine/training/worker.h"

#include <signal.h>
#include <unistd.h>

#include <memory>

namespace motley {

namespace {

void print(EventBody body)
{
    writeAll(STDOUT_FILENO, toLine(Event{0, 0, std::move(body)}) + "\n");
}

} // namespace

void runPlainWorker(const std::string &folder, int rank)
{
    const RunFolder run{folder};
    const auto launch
        = readTextFile(run.launch()).and_then([](const std::string &text) { return parseLaunchSpec(text); });
    if (!launch)
        _exit(1);
    signal(SIGPIPE, SIG_IGN);
    keepFreedMemory();
    hideTorchWarnings();
    WorkerContext context{*launch, rank, run, print};
    context.agent = std::make_shared<AgentLink>(
        Descriptor(STDIN_FILENO), AgentLink::Listener{[](const std::string &) {}, [] { _exit(1); }});
    const auto outcome = runWorker(context);
    if (!outcome)
        _exit(1);
    RunFinished finished;
    finished.step = outcome->step;
    print(finished);
    _exit(0);
}

} // namespace motley
