// What a notice of a run offers, on buttons and in the menu beside them.
#pragma once

#include "app/widgets/noticeline.h"

#include <QMenu>
#include <QPushButton>

namespace motley {

inline QStringList noticeActions(const QWidget &page)
{
    QStringList texts;
    const auto *line = page.findChild<NoticeLine *>();
    for (const auto *button : line->findChildren<QPushButton *>(QStringLiteral("messageAction")))
        if (button->isVisible())
            texts << button->accessibleName();
    for (const auto *action : line->findChild<QMenu *>()->actions())
        texts << action->text();
    return texts;
}

// False: it is not offered.
inline bool takeNoticeAction(const QWidget &page, const QString &text)
{
    const auto *line = page.findChild<NoticeLine *>();
    for (auto *button : line->findChildren<QPushButton *>(QStringLiteral("messageAction")))
        if (button->isVisible() && button->accessibleName() == text)
            return button->click(), true;
    for (auto *action : line->findChild<QMenu *>()->actions())
        if (action->text() == text)
            return action->trigger(), true;
    return false;
}

} // namespace motley
