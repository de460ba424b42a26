#include "engine/rendezvous/rendezvousstore.h"

#include <string_view>

namespace motley {

namespace {

constexpr std::string_view tcp = "tcp://";
constexpr std::string_view file = "file://";

} // namespace

Result<void> checkPlace(const MeetingPlace &place)
{
    const bool isTcp = place.url.starts_with(tcp);
    if (!isTcp && !place.url.starts_with(file))
        return fail("\"" + place.url
            + "\" is not a place to meet; give tcp://ADDRESS:PORT of one of the machines, or file:// "
              "and a new folder that all of them see.");
    if (isTcp && place.secret.empty())
        return fail("Machines that meet at " + place.url
            + " need --secret FILE, by which they know each other. Or let them meet in a folder that all of them see "
              "(file://).");
    if (!isTcp && !place.secret.empty())
        return fail("Machines that meet at " + place.url
            + " need no --secret, as their folder is for your account alone. Leave it out.");
    return {};
}

Result<std::unique_ptr<RendezvousStore>> openRendezvousStore(
    const MeetingPlace &place, int machines, std::chrono::seconds limit)
{
    const std::string &url = place.url;
    if (const auto good = checkPlace(place); !good)
        return tl::unexpected(good.error());
    auto store = url.starts_with(tcp) ? openTlsRendezvousStore(url.substr(tcp.size()), place.secret, limit)
                                      : openFolderRendezvousStore(url.substr(file.size()), machines);
    if (store && (*store)->number() >= machines)
        return fail("There are " + std::to_string(machines) + " machines at " + url
            + " already. If some are of an earlier start, choose a new place; else give a larger --machines to all.");
    return store;
}

} // namespace motley
