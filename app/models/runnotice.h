// The notice above a run's charts: the most important thing to know of the run, and what the user can do about it.
#pragma once

#include "app/models/openrun.h"
#include "app/widgets/messagecard.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace motley {

struct RunNotice {
    enum class Action { None, LogIn, StartAgain, Resume };

    MessageCard::Kind kind = MessageCard::Kind::Info;
    QString sentence;
    QString detail = {};
    Action action = Action::None;
    QString actionText = {}; // on the button
    QStringList without = {}; // names of the machines that Resume and StartAgain leave out
    QString changeText = {}; // on another button, which opens the run's job to be changed; empty: there is none

    bool operator==(const RunNotice &) const = default;
};

std::optional<RunNotice> noticeOf(const OpenRun &run); // nullopt: there is nothing to say

} // namespace motley
