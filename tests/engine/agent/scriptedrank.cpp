// Stands in for a rank's process where a test needs one that behaves as no real one does on demand: carries out the
// lines of RUNFOLDER/rank-N.script.
//   until-stopped   works until SIGTERM
//   work SECONDS    works for so long
//   print TEXT      prints a line on stdout, where events go
//   say TEXT        prints a line on stderr
//   exit CODE       ends
//   abort           crashes
//   thrash GROUP FILE   joins a control group, and reads a file that its memory does not hold until it is killed
//   fill            fills memory until it is killed
//   train SECONDS   trains together with the other ranks of launch.json for so long, as scriptedtraining.h has it
// While it works it reports a status that progresses.
#include "tests/engine/agent/scriptedtraining.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
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
    static std::int64_t progress = 0;
    std::cout << motley::toLine(motley::RankStatus{std::stoi(rank), motley::RankPhase::Saving, 0, ++progress})
              << std::endl;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
}

constexpr std::size_t page = 4096;

void fill()
{
    for (;;) {
        auto *bytes = new volatile char[1 << 20];
        for (std::size_t at = 0; at < 1 << 20; at += page)
            bytes[at] = 1;
    }
}

void thrash(const std::string &group, const std::string &path)
{
    std::ofstream(group + "/cgroup.procs") << getpid() << std::flush;
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat found { };
    fstat(file, &found);
    const auto size = std::size_t(found.st_size);
    void *mapped = mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
    madvise(mapped, size, MADV_RANDOM);
    const auto *bytes = static_cast<const volatile char *>(mapped);
    for (std::size_t at = 0;; at = (at + page) % size)
        static_cast<void>(bytes[at]);
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
        if (verb == "fill")
            fill();
        if (verb == "train") {
            static motley::ScriptedTraining training(argv[2], std::stoi(rank)); // its thread reads to the end
            training.run(std::stod(rest), stopped);
        }
        if (verb == "thrash")
            thrash(rest.substr(0, rest.find(' ')), rest.substr(rest.find(' ') + 1));
    }
    return 0;
}
