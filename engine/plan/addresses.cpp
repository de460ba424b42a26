#include "engine/plan/addresses.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace motley {

namespace {

constexpr double sameWithin = 0.1; // relative difference that counts as none: two measurements of a link differ as much
constexpr std::size_t mostAddresses = 16; // tried for each machine
using Addresses = std::vector<std::optional<std::string>>;

std::string withoutPrefix(const std::string &address)
{
    return address.substr(0, address.find('/'));
}

bool isIpv6(const std::string &address)
{
    return address.find(':') != std::string::npos;
}

bool needsItsInterface(const std::string &address)
{
    return address.rfind("fe80:", 0) == 0;
}

bool owns(const ProbeReport &report, const std::string &address)
{
    return std::any_of(report.interfaces.begin(), report.interfaces.end(), [&](const InterfaceReport &interface) {
        return std::any_of(interface.addresses.begin(), interface.addresses.end(),
            [&](const std::string &own) { return withoutPrefix(own) == address; });
    });
}

// The asking computer's own address, as seen by a machine that it reached over SSH.
std::optional<std::string> addressSeenByOthers(const ProbeReport &asking, const std::vector<CandidateMachine> &machines)
{
    for (const auto &machine : machines)
        if (!machine.report.sshClientAddress.empty() && owns(asking, machine.report.sshClientAddress))
            return machine.report.sshClientAddress;
    return std::nullopt;
}

std::optional<std::string> addressOfSsh(const std::vector<CandidateMachine> &machines, const ProbeReport &report)
{
    if (report.sshServerAddress.empty())
        return addressSeenByOthers(report, machines);
    return owns(report, report.sshServerAddress) ? std::optional(report.sshServerAddress) : std::nullopt;
}

// The links from all other machines to one address: bandwidth and round trip of the worst of them.
struct Access {
    std::string address;
    double bytesPerSecond = std::numeric_limits<double>::infinity();
    double roundTripSeconds = 0;
};

std::optional<Access> accessTo(
    const std::vector<CandidateMachine> &machines, const CandidateMachine &to, const std::string &address)
{
    Access access{address};
    for (const CandidateMachine &from : machines) {
        if (&from == &to)
            continue;
        const MeasuredLink *link = measuredLink(from, to, address);
        if (!link || !link->answered)
            return std::nullopt;
        access.bytesPerSecond = std::min(access.bytesPerSecond, link->bytesPerSecond);
        access.roundTripSeconds = std::max(access.roundTripSeconds, link->roundTripSeconds);
    }
    return access;
}

std::optional<Access> best(std::vector<Access> open)
{
    if (open.empty())
        return std::nullopt;
    const auto fastest = std::max_element(
        open.begin(), open.end(), [](const Access &a, const Access &b) { return a.bytesPerSecond < b.bytesPerSecond; });
    const double enough = (1 - sameWithin) * fastest->bytesPerSecond;
    open.erase(
        std::remove_if(open.begin(), open.end(), [&](const Access &access) { return access.bytesPerSecond < enough; }),
        open.end());
    const auto quickest = std::min_element(open.begin(), open.end(),
        [](const Access &a, const Access &b) { return a.roundTripSeconds < b.roundTripSeconds; });
    const double soon = (1 + sameWithin) * quickest->roundTripSeconds;
    return *std::find_if(
        open.begin(), open.end(), [&](const Access &access) { return access.roundTripSeconds <= soon; });
}

struct Choice {
    Addresses addresses;
    std::size_t found = 0;
    double bytesPerSecond = std::numeric_limits<double>::infinity(); // of the slowest link
};

// Gloo cannot connect an IPv4 address with an IPv6 address, so all machines get addresses of one kind.
Choice chooseOfKind(const std::vector<CandidateMachine> &machines, bool ipv6)
{
    Choice choice;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        std::vector<Access> open;
        for (const std::string &address : addressesToTry(machines, i))
            if (isIpv6(address) == ipv6)
                if (const auto access = accessTo(machines, machines[i], address))
                    open.push_back(*access);
        const auto chosen = best(std::move(open));
        choice.addresses.push_back(chosen ? std::optional(chosen->address) : std::nullopt);
        choice.found += chosen ? 1 : 0;
        choice.bytesPerSecond = std::min(choice.bytesPerSecond, chosen ? chosen->bytesPerSecond : 0);
    }
    return choice;
}

bool wereMeasured(const std::vector<CandidateMachine> &machines)
{
    const auto hasLink = [](const CandidateMachine &from, const CandidateMachine &to) {
        return &from == &to || std::any_of(from.links.begin(), from.links.end(), [&](const MeasuredLink &link) {
            return link.to == to.name;
        });
    };
    return std::all_of(machines.begin(), machines.end(), [&](const CandidateMachine &from) {
        return std::all_of(
            machines.begin(), machines.end(), [&](const CandidateMachine &to) { return hasLink(from, to); });
    });
}

Addresses chooseMeasured(const std::vector<CandidateMachine> &machines)
{
    const Choice four = chooseOfKind(machines, false);
    const Choice six = chooseOfKind(machines, true);
    const bool isClearlyFaster = four.bytesPerSecond < (1 - sameWithin) * six.bytesPerSecond;
    return six.found > four.found || (six.found == four.found && isClearlyFaster) ? six.addresses : four.addresses;
}

} // namespace

const MeasuredLink *measuredLink(const CandidateMachine &from, const CandidateMachine &to, const std::string &address)
{
    const auto link = std::find_if(from.links.begin(), from.links.end(),
        [&](const MeasuredLink &tried) { return tried.to == to.name && tried.address == address; });
    return link == from.links.end() ? nullptr : &*link;
}

std::vector<std::string> addressesToTry(const std::vector<CandidateMachine> &machines, std::size_t machine)
{
    const ProbeReport &report = machines[machine].report;
    std::vector<std::string> addresses;
    if (const auto first = addressOfSsh(machines, report))
        addresses.push_back(*first);
    for (const InterfaceReport &interface : report.interfaces) {
        if (!interface.up || interface.loopback)
            continue;
        for (const std::string &own : interface.addresses) {
            const std::string address = withoutPrefix(own);
            if (!needsItsInterface(address)
                && std::find(addresses.begin(), addresses.end(), address) == addresses.end())
                addresses.push_back(address);
        }
    }
    const std::size_t others = std::max<std::size_t>(machines.size(), 2) - 1;
    addresses.resize(std::min({addresses.size(), mostAddresses, mostLinks / others}));
    return addresses;
}

LinkCheckRequest linkCheckRequest(
    const std::vector<CandidateMachine> &machines, const std::vector<EchoEndpoint> &endpoints, std::size_t machine)
{
    LinkCheckRequest request;
    request.own = endpoints[machine];
    for (std::size_t behind = 1; behind < machines.size(); ++behind) {
        const std::size_t other = (machine + behind) % machines.size();
        request.peers.push_back(
            {machines[other].name, addressesToTry(machines, other), endpoints[other].port, endpoints[other].token});
    }
    return request;
}

std::vector<std::optional<std::string>> chooseAddresses(const std::vector<CandidateMachine> &machines)
{
    if (machines.size() == 1)
        return {"127.0.0.1"};
    if (wereMeasured(machines))
        return chooseMeasured(machines);
    Addresses addresses;
    for (const CandidateMachine &machine : machines)
        addresses.push_back(addressOfSsh(machines, machine.report));
    return addresses;
}

std::optional<BrokenLink> brokenLink(const std::vector<CandidateMachine> &machines)
{
    const Addresses chosen = chooseAddresses(machines);
    if (!wereMeasured(machines) || std::all_of(chosen.begin(), chosen.end(), [](const auto &found) { return found; }))
        return std::nullopt;
    std::optional<BrokenLink> worst;
    std::tuple<bool, bool, std::size_t> worstCase; // link did not answer, machine has no address, addresses tried
    for (std::size_t from = 0; from < machines.size(); ++from) {
        for (std::size_t to = 0; to < machines.size(); ++to) {
            BrokenLink missing{from, to, {}};
            std::size_t answered = 0;
            for (const MeasuredLink &link : machines[from].links) {
                if (link.to != machines[to].name)
                    continue;
                link.answered ? void(++answered) : missing.tried.push_back(link.address);
                missing.losesLargePackets |= link.losesLargePackets;
            }
            const std::tuple found(answered == 0, !chosen[to].has_value(), missing.tried.size());
            if (missing.tried.empty() || (worst && found <= worstCase))
                continue;
            worst = std::move(missing);
            worstCase = found;
        }
    }
    return worst;
}

} // namespace motley
