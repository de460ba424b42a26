// A relay on loopback that passes the server's bytes on in bundles, as proxies and busy networks do: messages that the
// server sends one after the other arrive at once.
#pragma once

#include <chrono>
#include <thread>

namespace motley {

class BundlingRelay {
public:
    BundlingRelay(int serverPort, std::chrono::milliseconds held); // takes one connection
    ~BundlingRelay(); // ends the connection

    int port() const { return m_port; }

private:
    void run(std::stop_token stop);

    int m_serverPort;
    std::chrono::milliseconds m_held;
    int m_listener = -1;
    int m_port = 0;
    std::jthread m_thread;
};

} // namespace motley
