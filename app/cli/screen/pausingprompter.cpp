#include "app/cli/screen/pausingprompter.h"

#include <QMetaObject>

#include <chrono>
#include <future>
#include <memory>

namespace motley {

// The screen belongs to the main thread, which may end the run meanwhile: it then waits for this one and leaves the
// screen itself.
class PausingPrompter::Pause {
public:
    Pause(TerminalScreen &screen, const std::stop_token &stop) : m_screen(screen)
    {
        const auto left = std::make_shared<std::promise<void>>();
        const auto isAway = left->get_future();
        const auto leave = [&screen, left] {
            screen.leave();
            left->set_value();
        };
        QMetaObject::invokeMethod(&screen, leave, Qt::QueuedConnection);
        while (!stop.stop_requested() && isAway.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
        }
    }
    ~Pause() { QMetaObject::invokeMethod(&m_screen, &TerminalScreen::enter, Qt::QueuedConnection); }
    Q_DISABLE_COPY_MOVE(Pause)

private:
    TerminalScreen &m_screen;
};

bool PausingPrompter::acceptHostKey(const HostKeyQuestion &question, std::stop_token stop)
{
    const Pause pause(m_screen, stop);
    return m_prompter.acceptHostKey(question, std::move(stop));
}

std::optional<QString> PausingPrompter::secret(const SecretQuestion &question, std::stop_token stop)
{
    const Pause pause(m_screen, stop);
    return m_prompter.secret(question, std::move(stop));
}

} // namespace motley
