// What each run of the list takes of the disk, found on a thread of its own.
#pragma once

#include "remote/history/runrecord.h"
#include "remote/history/runsize.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QThreadPool>

#include <stop_token>

namespace motley {

class RunSizes : public QObject {
    Q_OBJECT

public:
    explicit RunSizes(QObject *parent = nullptr);
    ~RunSizes() override;

    void look(const std::vector<RunRecord> &runs); // at those that are not over, or have not been looked at
    void lookAgain(const std::vector<RunRecord> &runs); // at all
    const QHash<QString, RunSize> &known() const { return m_known; } // by the run's id

Q_SIGNALS:
    void changed();

private:
    void note(const QHash<QString, RunSize> &found, const QSet<QString> &final);

    QHash<QString, RunSize> m_known;
    QSet<QString> m_final; // the ids of runs that were over when they were looked at
    std::vector<RunRecord> m_next; // to be looked at after those of now
    bool m_isLooking = false;
    std::stop_source m_leave;
    QThreadPool m_thread;
};

} // namespace motley
