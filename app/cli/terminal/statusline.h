// One line on stderr that replaces itself while something goes on. Where stderr is no terminal, a new line now and
// then.
#pragma once

#include "app/words/transferwords.h"
#include "remote/prepare/runrequest.h"

#include <QString>

#include <functional>

namespace motley {

class StatusLine {
public:
    using Clock = TransferWords::Clock;
    explicit StatusLine(std::function<Clock::time_point()> now = Clock::now);

    void show(const QString &line); // not more often than a user or a log needs it
    void show(const MachineProgress &progress); // where its amount is not known, as a line that stays
    int columns() const; // that a line has room for
    void clear(); // before other words are printed

private:
    bool m_terminal;
    bool m_shown = false;
    std::function<Clock::time_point()> m_now;
    Clock::time_point m_shownAt;
    TransferWords m_transfers;
};

} // namespace motley
