// A window on what a workspace has, in the languages and looks that pictures are taken in.
#pragma once

#include "app/mainwindow.h"
#include "app/widgets/theme.h"

#include <QTest>

#include <memory>

namespace motley {

inline std::unique_ptr<MainWindow> openWindow(Workspace &workspace, const QSize &size,
    Theme::Choice theme = Theme::Choice::Light, const QString &language = QStringLiteral("en"))
{
    workspace.language().choose(language);
    Theme::current().choose(theme);
    auto window = std::make_unique<MainWindow>(&workspace);
    window->resize(size);
    window->show();
    return window;
}

// The columns and rows of a test that takes pictures.
inline void addLooks()
{
    QTest::addColumn<Theme::Choice>("theme");
    QTest::addColumn<QString>("language");
    QTest::addRow("light") << Theme::Choice::Light << QStringLiteral("en");
    QTest::addRow("dark") << Theme::Choice::Dark << QStringLiteral("de");
    QTest::addRow("contrast") << Theme::Choice::HighContrastDark << QStringLiteral("zh_CN");
    QTest::addRow("arabic") << Theme::Choice::Light << QStringLiteral("ar");
}

} // namespace motley
