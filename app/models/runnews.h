// What happens in runs that somebody who does not look at the window wants to know: that one ended or failed, lost a
// machine or became slow. What is read of the past is no news.
#pragma once

#include "app/models/openrun.h"

#include <QObject>

#include <map>

namespace motley {

class RunNews : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    void watch(const OpenRun *run); // until it is deleted

Q_SIGNALS:
    void came(const QString &runId, const QString &title, const QString &text);

private:
    // What is known of a run already.
    struct Known {
        bool isLive = false;
        std::size_t losses = 0;
        std::optional<Slowdown> slowdown; // the newest
    };

    void look(const OpenRun *run);
    void tell(const OpenRun &run, const QString &text);

    std::map<const QObject *, Known> m_known;
};

} // namespace motley
