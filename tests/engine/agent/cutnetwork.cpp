// Preloaded into the engine, cuts the network between its ranks while the file named by MOTLEY_CUT exists. Agents still
// reach each other.
#include "tests/fixtures/cutconnection.h"

#include <netinet/in.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

namespace {

constexpr int mostDescriptors = 256;

bool isRank()
{
    std::ifstream file("/proc/self/cmdline");
    std::string program;
    std::string command;
    return std::getline(file, program, '\0') && std::getline(file, command, '\0') && command == "worker";
}

bool isTcp(int descriptor)
{
    int protocol = 0;
    socklen_t length = sizeof protocol;
    return getsockopt(descriptor, SOL_SOCKET, SO_PROTOCOL, &protocol, &length) == 0 && protocol == IPPROTO_TCP;
}

void follow(const std::string &file)
{
    for (bool wasCut = false;; std::this_thread::sleep_for(std::chrono::milliseconds(100))) {
        const bool isCut = access(file.c_str(), F_OK) == 0;
        for (int descriptor = 0; isCut != wasCut && descriptor < mostDescriptors; ++descriptor) {
            if (isTcp(descriptor) && isCut)
                motley::cutConnection(descriptor);
            else if (isTcp(descriptor))
                motley::healConnection(descriptor);
        }
        wasCut = isCut;
    }
}

[[gnu::constructor]] void begin()
{
    if (const char *file = std::getenv("MOTLEY_CUT"); file && isRank())
        std::thread(follow, std::string(file)).detach();
}

} // namespace
