// The ports of a run's machines, in a file of the run's folder: an agent that comes back finds the others by them.
#pragma once

#include "engine/base/runclock.h"

#include <string>
#include <utility>
#include <vector>

namespace motley {

class KeptPorts {
public:
    explicit KeptPorts(std::string path) : m_path(std::move(path)) { }

    std::vector<int> read() const; // index = machine; empty: not known
    void keep(std::vector<int> ports); // may be called often

private:
    std::string m_path;
    std::vector<int> m_ports; // as the file has them
    RunClock::time_point m_kept;
};

} // namespace motley
