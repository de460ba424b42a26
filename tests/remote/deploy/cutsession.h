// A connection that breaks after a number of bytes of input: the command sees the end of its input, the caller an
// error.
#pragma once

#include "remote/session/session.h"

#include <algorithm>
#include <cstdint>

namespace motley {

class CutSession final : public Session {
public:
    CutSession(Session &session, std::int64_t bytesLeft) : m_session(session), m_left(bytesLeft) { }

    Result<CommandResult> run(std::string_view script, const CommandOptions &options) override
    {
        if (m_left <= 0)
            return fail("The connection is lost.");
        if (!options.inputSource)
            return m_session.run(script, options);
        auto cut = options;
        cut.inputSource = [&](std::span<char> buffer) -> std::size_t {
            const auto room = std::min<std::int64_t>(m_left, static_cast<std::int64_t>(buffer.size()));
            const auto count = room > 0 ? options.inputSource(buffer.first(static_cast<std::size_t>(room))) : 0;
            m_left -= static_cast<std::int64_t>(count);
            return count;
        };
        auto result = m_session.run(script, cut);
        if (m_left <= 0)
            return fail("The connection is lost.");
        return result;
    }

    std::string name() const override { return m_session.name(); }

private:
    Session &m_session;
    std::int64_t m_left;
};

} // namespace motley
