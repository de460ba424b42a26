// Chooses the address at which each machine is reached by the other machines. Pure functions.
#pragma once

#include "engine/plan/candidate.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace motley {

// The addresses of a machine that are worth trying, best first: the one that SSH reached (for the computer that runs
// the app, the one that another machine saw it come from), then those of its interfaces. Left out are loopback
// addresses, and link-local ones, which are of no use without the name of an interface.
std::vector<std::string> addressesToTry(const std::vector<CandidateMachine> &machines, std::size_t machine);

// Asks `machine` to measure its links to the others, each of which listens at its endpoint. The list begins with the
// next machine and goes round, so that at any time every machine sends to one machine and receives from one, as in the
// ring of a run.
LinkCheckRequest linkCheckRequest(
    const std::vector<CandidateMachine> &machines, const std::vector<EchoEndpoint> &endpoints, std::size_t machine);

// One address for each machine. Where links were measured between all machines: the address that every other machine
// reached, of one kind (all IPv4 or all IPv6), whose slowest link is fastest; of equally fast ones the one with the
// shortest round trip, then the first of addressesToTry(). Differences of up to a tenth do not count. Where links were
// not measured: the first of addressesToTry(), if SSH reported it. "127.0.0.1" for a machine that is alone. nullopt: no
// address was found.
std::vector<std::optional<std::string>> chooseAddresses(const std::vector<CandidateMachine> &machines);

// A connection between two machines that could not be made.
struct BrokenLink {
    std::size_t from = 0; // index of the machine that tried to connect
    std::size_t to = 0; // index of the machine that was not reached
    std::vector<std::string> tried; // addresses of `to`
    bool losesLargePackets = false; // at one of them, where small ones arrive

    bool operator==(const BrokenLink &) const = default;
};

// The reason why chooseAddresses() finds no address although links were measured; nullopt: there is none.
std::optional<BrokenLink> brokenLink(const std::vector<CandidateMachine> &machines);

// The measurement of a link to that address; nullptr: it was not measured.
const MeasuredLink *measuredLink(const CandidateMachine &from, const CandidateMachine &to, const std::string &address);

} // namespace motley
