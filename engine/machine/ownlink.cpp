#include "engine/machine/ownlink.h"

#include "engine/base/tcp.h"
#include "engine/base/textfile.h"
#include "engine/machine/networkinterfaces.h"

#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace motley {

namespace {

constexpr int unusedPort = 1;

// Of the default route, of IPv4; empty: there is none.
std::string gateway()
{
    std::ifstream routes("/proc/net/route");
    for (std::string line; std::getline(routes, line);) { // interface, destination, gateway, as the memory holds them
        std::istringstream words(line);
        std::string interface;
        in_addr_t destination = 0;
        SocketAddress via;
        auto &address = reinterpret_cast<sockaddr_in &>(via.bytes);
        address.sin_family = AF_INET;
        if (words >> interface >> std::hex >> destination >> address.sin_addr.s_addr && destination == 0
            && address.sin_addr.s_addr != 0)
            return numericAddress(via);
    }
    return {};
}

// From which the run was started; empty: from here.
std::string sshClient()
{
    const char *connection = std::getenv("SSH_CONNECTION"); // it stands first there
    const std::string words = connection ? connection : "";
    return words.substr(0, words.find(' '));
}

} // namespace

// Where no process listens, the system itself refuses.
bool answers(const std::string &address)
{
    const auto where = socketAddress(address, unusedPort);
    return where && (connectWithin(*where, std::chrono::seconds(1)) || errno == ECONNREFUSED);
}

bool isLinkDown(const std::string &ownAddress)
{
    const std::string interface = interfaceHolding(ownAddress, networkInterfaces());
    const std::string state = interface.empty() ? "" : firstLineOf("/sys/class/net/" + interface + "/operstate");
    return state == "down" || state == "lowerlayerdown";
}

bool hearsOutsiders(const std::string &ownAddress)
{
    const std::array outsiders{gateway(), sshClient()};
    return std::any_of(outsiders.begin(), outsiders.end(), [&](const std::string &outsider) {
        return outsider != ownAddress && ownAddressTowards(outsider) == ownAddress && answers(outsider);
    });
}

} // namespace motley
