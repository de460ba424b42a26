#include "engine/rendezvous/rendezvousstore.h"

#include <string_view>

namespace motley {

namespace {

constexpr std::string_view tcp = "tcp://";
constexpr std::string_view file = "file://";

} // namespace

Result<std::unique_ptr<RendezvousStore>> openRendezvousStore(
    const std::string &url, int machines, std::chrono::seconds limit)
{
    auto store = [&]() -> Result<std::unique_ptr<RendezvousStore>> {
        if (url.starts_with(tcp))
            return openTcpRendezvousStore(url.substr(tcp.size()), limit);
        if (url.starts_with(file))
            return openFolderRendezvousStore(url.substr(file.size()), machines);
        return fail("\"" + url
            + "\" is not a place to meet; give tcp://ADDRESS:PORT of one of the machines, or file:// "
              "and a new folder that all of them see.");
    }();
    if (store && (*store)->number() >= machines)
        return fail("There are " + std::to_string(machines) + " machines at " + url
            + " already. If some are of an earlier start, choose a new place; else give a larger --machines to all.");
    return store;
}

} // namespace motley
