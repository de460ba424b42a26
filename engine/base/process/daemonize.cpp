#include "engine/base/process/daemonize.h"

#include "engine/base/process/standardstreams.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <vector>

#include <dirent.h>

namespace motley {

namespace {

constexpr char readyMark = 'R';
constexpr char failureMark = 'F';

std::string readToEnd(int descriptor)
{
    std::string text;
    char chunk[4096];
    while (true) {
        const auto got = read(descriptor, chunk, sizeof chunk);
        if (got > 0)
            text.append(chunk, std::size_t(got));
        else if (got == 0 || errno != EINTR)
            return text;
    }
}

[[noreturn]] void relay(int descriptor, const std::string &logPath)
{
    const std::string report = readToEnd(descriptor);
    if (!report.empty() && report[0] == readyMark) {
        std::cout << report.substr(1) << std::endl;
        const auto written = finishOutput();
        if (!written)
            std::cerr << written.error().message << " (" << written.error().detail << ")" << std::endl;
        _exit(written ? 0 : 1);
    }
    if (!report.empty())
        std::cerr << report.substr(1) << std::endl;
    else
        std::cerr << "The engine ended before it was ready. Its last words are in " << logPath << "." << std::endl;
    _exit(1);
}

void closeAllBut(int kept)
{
    std::vector<int> open;
    if (DIR *list = opendir("/proc/self/fd")) {
        while (const dirent *entry = readdir(list))
            open.push_back(std::atoi(entry->d_name));
        closedir(list);
    }
    for (const int descriptor : open)
        if (descriptor > STDERR_FILENO && descriptor != kept)
            close(descriptor);
}

void redirectTo(const std::string &logPath)
{
    const int nothing = open("/dev/null", O_RDWR);
    const int log = open(logPath.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(nothing, STDIN_FILENO);
    dup2(log >= 0 ? log : nothing, STDOUT_FILENO);
    dup2(log >= 0 ? log : nothing, STDERR_FILENO);
}

} // namespace

Detached Detached::fromTerminal(const std::string &logPath)
{
    Pipe report = makePipe();
    const pid_t child = report.reader ? fork() : -1;
    if (child < 0) {
        std::cerr << "Could not leave the terminal: " << systemReason(errno) << "." << std::endl;
        _exit(1);
    }
    if (child > 0) {
        report.writer.close();
        waitpid(child, nullptr, 0);
        relay(report.reader.get(), logPath);
    }
    report.reader.close();
    setsid();
    // Forks twice, so that the agent leads no session and can never get a terminal.
    if (const pid_t agent = fork(); agent != 0)
        _exit(agent > 0 ? 0 : 1);
    umask(077);
    static_cast<void>(chdir("/"));
    redirectTo(logPath);
    closeAllBut(report.writer.get());
    return Detached(std::move(report.writer));
}

void Detached::reportReady(const std::string &line)
{
    writeAll(m_report.get(), readyMark + line);
    m_report.close();
}

void Detached::reportFailure(const std::string &sentence)
{
    if (m_report)
        writeAll(m_report.get(), failureMark + sentence);
    m_report.close();
}

} // namespace motley
