// Lets whoever waits for an answer see that the engine still works on it.
#pragma once

#include <thread>

namespace motley {

// Writes an empty line to the standard output for each second in which this process worked. JSON may begin with any
// number of them.
class KeepAlive {
public:
    KeepAlive();

private:
    std::jthread m_thread;
};

} // namespace motley
