// Stands in for a rank's process where a test needs one that behaves as no real one does on demand: carries out the
// lines of RUNFOLDER/rank-N.script.
//   until-stopped   works until SIGTERM
//   work SECONDS    works for so long
//   print TEXT      prints a line on stdout, where events go
//   say TEXT        prints a line on stderr
//   exit CODE       ends
//   abort           crashes
// While it works it reports a status that progresses.
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

namespace {

std::atomic<bool> stopped{false};

void handleStop()
{
    signal(SIGTERM, [](int) { stopped = true; });
    sigset_t handled; // the agent starts a rank with SIGTERM blocked
    sigemptyset(&handled);
    sigaddset(&handled, SIGTERM);
    sigprocmask(SIG_UNBLOCK, &handled, nullptr);
}

void work(const std::string &rank)
{
    static int progress = 0;
    std::cout << R"({"rank":)" << rank << R"(,"phase":"saving","collectives":0,"progress":)" << ++progress
              << R"(,"unreachable":[]})" << std::endl;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
}

} // namespace

int main(int, char **argv) // worker RUNFOLDER --rank N
{
    handleStop();
    const std::string rank = argv[4];
    std::ifstream script(std::string(argv[2]) + "/rank-" + rank + ".script");
    for (std::string line; std::getline(script, line);) {
        std::istringstream words(line);
        std::string verb;
        std::string rest;
        words >> verb >> std::ws;
        std::getline(words, rest);
        if (verb == "until-stopped")
            while (!stopped)
                work(rank);
        const auto started = std::chrono::steady_clock::now();
        while (verb == "work" && std::chrono::steady_clock::now() - started < std::chrono::seconds(std::stoi(rest)))
            work(rank);
        if (verb == "print")
            std::cout << rest << std::endl;
        if (verb == "say")
            std::cerr << rest << std::endl;
        if (verb == "exit")
            return std::stoi(rest);
        if (verb == "abort")
            std::abort();
    }
    return 0;
}
