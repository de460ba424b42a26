// Runs commands on a machine: over SSH, or on this computer. Blocking, straight-line, for worker threads only.
// A session belongs to the thread that uses it; two threads need two sessions, which may share a connection.
#pragma once

#include "engine/base/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace motley {

struct CommandResult {
    int exitCode = 0; // 128 + n for signal n
    std::string output; // stdout, cut off at CommandOptions::outputLimit
    std::string errors; // stderr, cut off at CommandOptions::outputLimit
    bool truncated = false;
};

// Fills the buffer and returns how many bytes it put there; 0 ends the input.
using InputSource = std::function<std::size_t(std::span<char>)>;
using OutputSink = std::function<void(std::string_view)>;

// What a command may take that reads or sends so many bytes: an hour, and the time at 16 KiB/s.
constexpr std::chrono::milliseconds timeFor(std::int64_t bytes)
{
    return std::chrono::hours(1) + std::chrono::seconds(bytes / (16 << 10));
}

struct CommandOptions {
    std::string input; // bytes for stdin, when inputSource is not set
    InputSource inputSource; // streamed stdin
    OutputSink outputSink; // streamed stdout, as it arrives; output stays empty
    std::size_t outputLimit = 4 << 20; // bytes kept of stdout and of stderr
    std::size_t byteLimit = 64 << 20; // bytes of stdout, without an outputSink, and of stderr that end a command
    std::chrono::milliseconds silenceLimit{30000}; // longest time without a byte in either direction; 0: for ever
    std::chrono::milliseconds timeLimit = timeFor(0); // longest time of the whole command; 0: for ever
    std::stop_token stop;
};

class Session {
public:
    virtual ~Session() = default;

    // Runs a POSIX-sh script: constant text, never user data glued in; data travels on stdin or through shellQuoted().
    // Any login shell will do: what is sent is exec /bin/sh -c '<script>'. What a noisy rc file prints before the
    // script begins is not part of the output.
    // Errors: connection lost, a limit passed, stopped. A command that exits with a code is a result.
    virtual Result<CommandResult> run(std::string_view script, const CommandOptions &options = {}) = 0;

    virtual std::string name() const = 0; // of the machine, for messages

    // A session for another thread over the same connection, so that nobody is asked to log in twice. nullptr: such
    // sessions share nothing.
    virtual std::unique_ptr<Session> another() const { return nullptr; }
};

// One word for sh, whatever bytes are in it (std::quoted is something else). NUL bytes are refused by an assertion.
std::string shellQuoted(std::string_view word);

} // namespace motley
