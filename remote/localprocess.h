// A shell script as a child process of this program, with its three streams.
#pragma once

#include "engine/protocol/result.h"
#include "remote/descriptor.h"

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace motley {

class LocalProcess {
public:
    static Result<LocalProcess> startShell(const std::string &script);
    static Result<LocalProcess> startProgram(const std::vector<std::string> &arguments); // found along PATH

    LocalProcess(LocalProcess &&other) noexcept;
    LocalProcess &operator=(LocalProcess &&) = delete;
    ~LocalProcess(); // ends the process group if the process has not ended

    std::optional<int> exitCode(); // once it has ended; 128 + n for signal n

    Descriptor input; // our ends, non-blocking
    Descriptor output;
    Descriptor errors;

private:
    explicit LocalProcess(pid_t process) : m_process(process) { }

    pid_t m_process;
};

} // namespace motley
