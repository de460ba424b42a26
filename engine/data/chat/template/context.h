// What the parts of a renderer share: how much it has done, and where values come from.
#pragma once

#include "engine/data/chat/template/chattemplate.h"
#include "engine/data/chat/values/problem.h"
#include "engine/data/chat/values/value.h"

#include <string>
#include <string_view>
#include <vector>

namespace motley::jinja {

// Bounds what a template, which may come from anywhere, can cost.
class Meter {
public:
    void takeSteps(std::size_t count)
    {
        m_steps += count;
        if (m_steps > mostSteps)
            throw Problem("it takes more than " + std::to_string(mostSteps) + " steps.");
    }
    void takeBytes(std::size_t count)
    {
        m_bytes += count;
        takeSteps(count / 64);
        if (m_bytes > mostBytes)
            throw Problem("it makes texts of more than " + std::to_string(mostBytes >> 20) + " MiB.");
    }

private:
    static constexpr std::size_t mostSteps = 5'000'000; // a second or two
    static constexpr std::size_t mostBytes = 256 << 20; // of all texts that are made on the way, together

    std::size_t m_steps = 0;
    std::size_t m_bytes = 0;
};

class Context {
public:
    Meter meter;

    Origin add(ChatSource source)
    {
        m_sources.push_back(std::move(source));
        return Origin(m_sources.size() - 1);
    }
    const ChatSource &sourceOf(Origin origin) const { return m_sources[std::size_t(origin)]; }

    Origin joined(Origin left, Origin right); // of what was made of both
    Origin originOf(const Text &text);
    Origin originOf(const Value &value); // of all that is in it

    Text textOf(const Value &value); // as it is printed
    Value made(Text text); // counts its bytes

private:
    std::vector<ChatSource> m_sources{{}};
};

} // namespace motley::jinja
