// This computer's copy of a run's events.jsonl: read once, then grown by what arrives.
#pragma once

#include "remote/engine/eventline.h"

#include <QFile>
#include <QString>

#include <functional>
#include <vector>

namespace motley {

// Several programs may follow the same run and append to the same copy. Each of them appends without gaps, so a reader
// that skips sequence numbers it has seen gets every event once.
class EventLogCopy {
public:
    explicit EventLogCopy(const QString &path) : m_file(path) { }

    Result<std::vector<EventLine>> load(); // a missing file is an empty copy; lines that cannot be read are left out
    // The same lines one by one, for logs that need not be in memory whole, until `visitor` returns false.
    Result<void> visit(const std::function<bool(EventLine &&)> &visitor, LineTexts texts = LineTexts::LeftOut);
    // The same part by part, of some thousand lines each, and how much of the log there is up to and with that part,
    // from 0 to 1. A long log whose texts nobody wants is read from its cache, as far as that is of this log, and the
    // rest is added to it.
    using PartVisitor = std::function<bool(std::vector<EventLine> &&lines, double ofAll)>;
    Result<void> visitParts(const PartVisitor &visitor, LineTexts texts);
    Result<void> append(const std::vector<EventLine> &lines); // as they are, byte for byte

    std::int64_t lastSequence() const { return m_lastSequence; }
    bool hasFinished() const { return m_finished.has_value(); }
    const std::optional<RunFinished> &finished() const { return m_finished; }
    int leader() const { return m_leader; } // the machine that coordinates, and has the results
    std::int64_t newestCheckpoint() const { return m_newestCheckpoint; } // its step; 0: none was saved

private:
    Result<void> read(const PartVisitor &visitor, LineTexts texts) const; // lines that are not new, too
    bool isNew(const EventLine &line);
    void noteLeader(const EventLine &line);

    QFile m_file;
    bool m_isFull = false; // the disk is: nothing is appended any more, as the copy has no gaps
    std::int64_t m_lastSequence = 0;
    std::optional<RunFinished> m_finished;
    std::int64_t m_newestCheckpoint = 0;
    std::vector<int> m_machines; // by rank
    int m_leader = 0;
};

} // namespace motley
