#include "remote/session/ticker.h"

namespace motley {

// sleep is ended too, as it would outlive the script: by a signal that cannot be caught, because a process that is
// about to become sleep still has the handlers of the shell.
std::string_view tickerScript()
{
    return R"sh(
startTicker() {
    (
        trap 'kill -KILL $! 2>/dev/null; exit' TERM
        while sleep "$1" >/dev/null 2>&1 & wait $!; do
            echo . >&2 || exit
        done
    ) </dev/null >/dev/null &
    ticker=$!
    trap 'kill "$ticker" 2>/dev/null' EXIT
}
)sh";
}

} // namespace motley
