// A child process with its three streams, in a process group of its own.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/result.h"
#include "remote/session/sentence.h"

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include <QCoreApplication>

namespace motley {

class LocalProcess {
    Q_DECLARE_TR_FUNCTIONS(motley::LocalProcess)
    MOTLEY_PHRASES(motley::LocalProcess)

public:
    static Result<LocalProcess> start(const std::vector<std::string> &arguments); // the program first, found along PATH

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
