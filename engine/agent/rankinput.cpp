#include "engine/agent/rankinput.h"

#include <fcntl.h>

#include <cerrno>
#include <utility>

namespace motley {

RankInput::RankInput(Descriptor pipe) : m_pipe(std::move(pipe))
{
    if (m_pipe)
        fcntl(m_pipe.get(), F_SETFL, fcntl(m_pipe.get(), F_GETFL) | O_NONBLOCK);
}

void RankInput::tell(std::string line)
{
    m_next = std::move(line) + '\n';
    flush();
}

void RankInput::flush()
{
    while (m_pipe) {
        if (m_begun.empty())
            m_begun = std::exchange(m_next, {});
        if (m_begun.empty())
            return;
        const auto written = write(m_pipe.get(), m_begun.data(), m_begun.size());
        if (written > 0)
            m_begun.erase(0, std::size_t(written));
        else if (errno == EAGAIN)
            return;
        else if (errno != EINTR)
            m_pipe.close();
    }
}

} // namespace motley
