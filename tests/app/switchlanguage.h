// Another language for an open window, chosen as its user does.
#pragma once

#include "app/mainwindow.h"

#include <QComboBox>
#include <QPointer>
#include <QStackedWidget>
#include <QTest>

namespace motley {

// Afterwards the window shows the same page. All that was found in it before is gone. False: it took too long.
inline bool switchLanguage(MainWindow &window, const QString &code)
{
    const int page = window.findChild<QStackedWidget *>()->currentIndex();
    const QPointer<QComboBox> box = window.findChild<QComboBox *>(QStringLiteral("language"));
    box->setCurrentIndex(box->findData(code));
    Q_EMIT box->activated(box->currentIndex());
    if (!QTest::qWaitFor([&] { return !box; }))
        return false;
    window.showPage(static_cast<NavigationRail::Page>(page));
    return true;
}

} // namespace motley
