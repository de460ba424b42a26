#include "app/cli/screen/screenwatcher.h"

#include "app/cli/terminal/exitcode.h"

#include <algorithm>
#include <utility>

namespace motley {

namespace {

constexpr int redrawMilliseconds = 250;
constexpr int page = 10; // lines of the log

} // namespace

ScreenWatcher::ScreenWatcher(OpenRun &run, TerminalScreen &screen) : m_run(run), m_screen(screen)
{
    connect(&screen, &TerminalScreen::pressed, this, &ScreenWatcher::press);
    connect(&screen, &TerminalScreen::closed, this, &ScreenWatcher::left);
    connect(&m_signals, &Interrupts::interrupted, this, &ScreenWatcher::left);
    connect(&m_signals, &Interrupts::hungUp, this, &ScreenWatcher::left);
    connect(&m_clock, &QTimer::timeout, this, &ScreenWatcher::draw);
    m_clock.start(redrawMilliseconds);
    screen.enter();
    draw();
}

int ScreenWatcher::exitCode() const
{
    if (!m_run.hasEnded() || m_run.record().outcome == RunRecord::Outcome::Completed)
        return Done;
    return m_run.record().outcome == RunRecord::Outcome::Failed ? RunFailed : RunStopped;
}

void ScreenWatcher::press(TerminalScreen::Key key)
{
    using Key = TerminalScreen::Key;
    if (!std::exchange(m_state.question, {}).isEmpty()) {
        if (key == Key::Yes)
            m_run.stop(m_manner);
        return draw();
    }
    switch (key) {
    case Key::Leave:
        Q_EMIT left();
        return;
    case Key::Stop:
        if (m_run.canBeStopped() && !m_run.isStopping())
            askToStop(StopManner::Graceful,
                RunScreen::tr("Stop the run after a checkpoint? y: stop it, any other key: go on"));
        break;
    case Key::Pause:
        if (m_run.canBePaused())
            askToStop(StopManner::Pause,
                RunScreen::tr("Pause the run after a checkpoint? y: pause it, any other key: go on"));
        break;
    case Key::SaveCheckpoint:
        if (m_run.canBePaused())
            m_run.saveCheckpoint();
        break;
    case Key::NextCurve:
        ++m_state.curve;
        break;
    case Key::PreviousCurve:
        --m_state.curve;
        break;
    case Key::Up:
        scroll(1);
        break;
    case Key::Down:
        scroll(-1);
        break;
    case Key::PageUp:
        scroll(page);
        break;
    case Key::PageDown:
        scroll(-page);
        break;
    case Key::Yes:
    case Key::Other:
        break;
    }
    draw();
}

void ScreenWatcher::askToStop(StopManner manner, const QString &question)
{
    m_manner = manner;
    m_state.question = question;
}

void ScreenWatcher::scroll(int lines)
{
    const auto most = qint64(m_run.log().size());
    m_state.scrolledBack = std::size_t(std::clamp(qint64(m_state.scrolledBack) + lines, qint64(0), most));
}

void ScreenWatcher::draw()
{
    m_screen.show(RunScreen::draw(m_run, m_state, m_screen.size()));
}

} // namespace motley
