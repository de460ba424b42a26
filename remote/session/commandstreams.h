// What goes into a running command and what comes out of it, within the limits of its CommandOptions.
#pragma once

#include "engine/base/result.h"
#include "remote/session/session.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace motley {

class Sentence;

class CommandStreams {
public:
    using Clock = std::chrono::steady_clock;

    explicit CommandStreams(const CommandOptions &options);

    // Bytes to send next; empty: the input has ended.
    std::string_view pendingInput();
    void inputTaken(std::size_t bytes);

    void outputArrived(std::string_view bytes);
    void errorsArrived(std::string_view bytes);

    void touch() { m_lastByte = Clock::now(); }
    enum class Excess { None, Silence, Time, Bytes };
    Excess excess() const; // the limit that was passed
    tl::unexpected<Error> excessError(Excess passed, const Sentence &machine) const;
    // The time until a limit is reached, at most `longest`.
    std::chrono::milliseconds patience(std::chrono::milliseconds longest) const;

    CommandResult finish(int exitCode);

private:
    void keep(std::string &kept, std::string_view bytes);

    const CommandOptions &m_options;
    CommandResult m_result;
    std::string m_chunk; // the bytes that inputSource gave last
    std::string_view m_pending;
    bool m_inputEnded = false;
    std::size_t m_outputBytes = 0; // that no sink took
    std::size_t m_errorBytes = 0;
    const Clock::time_point m_begun = Clock::now();
    Clock::time_point m_lastByte = m_begun;
};

} // namespace motley
