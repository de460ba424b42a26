// What the user chooses once; all of it changes at once, without a restart.
#pragma once

#include "app/models/workspace.h"

#include <QWidget>

namespace motley {

class SettingsPage : public QWidget {
    Q_OBJECT

public:
    explicit SettingsPage(Workspace *workspace, QWidget *parent = nullptr);

Q_SIGNALS:
    void languageChosen();

private:
    QWidget *makeThemeChoice();
    QWidget *makeLanguageChoice();
    QWidget *makeNoticeChoice();

    Workspace *m_workspace;
};

} // namespace motley
