#include "app/cli/changefleet.h"

#include "app/cli/terminal/output.h"
#include "app/cli/terminal/terminalprompter.h"
#include "remote/session/userfolders.h"

namespace motley {

int changeFleet(const std::function<Result<void>(Fleet &)> &change)
{
    TerminalPrompter prompter({});
    Fleet fleet(machinesFile(), &prompter);
    if (const auto loaded = fleet.load(); !loaded)
        return failure(loaded.error());
    if (const auto changed = change(fleet); !changed)
        return failure(changed.error());
    return Done;
}

} // namespace motley
