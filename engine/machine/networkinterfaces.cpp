#include "engine/machine/networkinterfaces.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>

#include <algorithm>
#include <fstream>
#include <memory>

namespace motley {

namespace {

struct ListDeleter {
    void operator()(ifaddrs *list) const { freeifaddrs(list); }
};

template <typename Bytes>
int prefixLength(const Bytes &mask)
{
    int bits = 0;
    const auto *byte = reinterpret_cast<const unsigned char *>(&mask);
    for (std::size_t i = 0; i < sizeof mask; ++i)
        for (unsigned rest = byte[i]; rest; rest &= rest - 1)
            ++bits;
    return bits;
}

// "10.77.0.1/24"; empty for what is no IP address.
std::string addressOf(const ifaddrs &entry)
{
    char text[INET6_ADDRSTRLEN] = "";
    int length = 0;
    if (!entry.ifa_addr || !entry.ifa_netmask)
        return {};
    if (entry.ifa_addr->sa_family == AF_INET) {
        const auto *address = reinterpret_cast<const sockaddr_in *>(entry.ifa_addr);
        inet_ntop(AF_INET, &address->sin_addr, text, sizeof text);
        length = prefixLength(reinterpret_cast<const sockaddr_in *>(entry.ifa_netmask)->sin_addr);
    } else if (entry.ifa_addr->sa_family == AF_INET6) {
        const auto *address = reinterpret_cast<const sockaddr_in6 *>(entry.ifa_addr);
        inet_ntop(AF_INET6, &address->sin6_addr, text, sizeof text);
        length = prefixLength(reinterpret_cast<const sockaddr_in6 *>(entry.ifa_netmask)->sin6_addr);
    } else {
        return {};
    }
    return std::string(text) + "/" + std::to_string(length);
}

// The kernel says -1 or nothing where it does not know: wireless, virtual, unplugged.
std::optional<std::int64_t> speedOf(const std::string &name)
{
    std::int64_t megabits = -1;
    std::ifstream("/sys/class/net/" + name + "/speed") >> megabits;
    return megabits > 0 ? std::optional(megabits) : std::nullopt;
}

} // namespace

std::vector<InterfaceReport> networkInterfaces()
{
    std::vector<InterfaceReport> reports;
    ifaddrs *list = nullptr;
    if (getifaddrs(&list))
        return reports;
    const std::unique_ptr<ifaddrs, ListDeleter> owner(list);
    for (const ifaddrs *entry = list; entry; entry = entry->ifa_next) {
        const std::string name = entry->ifa_name;
        auto report
            = std::find_if(reports.begin(), reports.end(), [&](const auto &known) { return known.name == name; });
        if (report == reports.end()) {
            reports.push_back(
                {name, {}, speedOf(name), (entry->ifa_flags & IFF_UP) != 0, (entry->ifa_flags & IFF_LOOPBACK) != 0});
            report = reports.end() - 1;
        }
        if (const auto address = addressOf(*entry); !address.empty())
            report->addresses.push_back(address);
    }
    return reports;
}

std::string interfaceHolding(const std::string &address, const std::vector<InterfaceReport> &interfaces)
{
    for (const auto &interface : interfaces)
        for (const auto &own : interface.addresses)
            if (own.substr(0, own.find('/')) == address)
                return interface.name;
    return {};
}

} // namespace motley
