// Networks of machines on one computer: each machine has one of its own, and one cable to the switch between them.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/result.h"

#include <string>
#include <vector>

namespace motley {

// The network of the thread that made it, until it ends: processes that are started meanwhile live in it.
class InNetwork {
public:
    InNetwork() = default; // stays where it is
    explicit InNetwork(int network);
    InNetwork(InNetwork &&other) noexcept = default;
    InNetwork &operator=(InNetwork &&) = delete;
    ~InNetwork();

private:
    Descriptor m_before;
};

// Network namespaces, which exist while this object or a process in them does, also where this program is killed.
class MachineNetworks {
public:
    // Errors: what this system or these permissions do not allow.
    static Result<MachineNetworks> make(int machines);

    static std::string address(int machine); // alike in all objects: their networks do not touch

    InNetwork enter(int machine) const { return InNetwork(m_machines[std::size_t(machine)].get()); }

    bool has(int machine) const { return bool(m_machines[std::size_t(machine)]); }
    // The machine's cable, its addresses and all its connections are gone at once; nobody is told.
    void remove(int machine);
    Result<void> add(int machine); // a network as new, with the same addresses

private:
    Descriptor m_switch;
    std::vector<Descriptor> m_machines;
};

} // namespace motley
