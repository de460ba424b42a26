// At which address of each machine the others reach it. Pure functions.
#pragma once

#include "engine/plan/candidate.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace motley {

// What of a machine's own addresses is worth a try: the one that SSH reached, or for the asking computer the one that
// the others saw it come from, then those of its interfaces. Loopback leads nowhere, and an address of the link alone
// is none without its interface.
std::vector<std::string> addressesToTry(const std::vector<CandidateMachine> &machines, std::size_t machine);

// Whom a machine is to look for, where they listen: it begins with the machine behind it, so that at any time every
// machine sends to one and receives from one, as in a run.
LinkCheckRequest linkCheckRequest(
    const std::vector<CandidateMachine> &machines, const std::vector<EchoEndpoint> &endpoints, std::size_t machine);

// Where links were measured between all machines: what every other machine reached, all IPv4 or all IPv6, with the
// highest least speed, then the shortest round trip, then the first to try; a tenth is no difference. Otherwise the
// first to try, if SSH tells of it. "127.0.0.1" for a machine that is alone. nullopt: none.
std::vector<std::optional<std::string>> chooseAddresses(const std::vector<CandidateMachine> &machines);

// From one machine to another, and where it did not lead.
struct BrokenLink {
    std::size_t from = 0;
    std::size_t to = 0;
    std::vector<std::string> tried;

    bool operator==(const BrokenLink &) const = default;
};

// Why chooseAddresses() finds none although links were measured.
std::optional<BrokenLink> brokenLink(const std::vector<CandidateMachine> &machines);

// nullptr: not measured.
const MeasuredLink *measuredLink(const CandidateMachine &from, const CandidateMachine &to, const std::string &address);

} // namespace motley
