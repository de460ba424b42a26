// The notice above a run's charts: the most important thing to know of the run, and what the user can do about it.
#pragma once

#include "app/models/openrun.h"
#include "app/widgets/messagecard.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace motley {

// What the user can do about a notice, on a button.
struct RunAction {
    enum class Kind { LogIn, StartAgain, Resume, Change, ShowChild, TakeBack };

    Kind kind;
    QString text; // on the button
    QStringList without = {}; // names of the machines that Resume and StartAgain leave out

    bool operator==(const RunAction &) const = default;
};

struct RunNotice {

    MessageCard::Kind kind = MessageCard::Kind::Info;
    QString sentence;
    QString detail = {};
    std::vector<RunAction> actions = {}; // the most likely one first

    bool operator==(const RunNotice &) const = default;
};

std::optional<RunNotice> noticeOf(const OpenRun &run); // nullopt: there is nothing to say

} // namespace motley
