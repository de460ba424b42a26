// Everything that the window can do now, found by its words: all buttons and menus that are seen and can be used. By
// keyboard alone.
#pragma once

#include <QFrame>
#include <QPointer>
#include <QString>

#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace motley {

struct PaletteAction {
    QString words;
    QString key; // that does the same; empty: there is none
    std::function<void()> run;
};

// What a button says, or its name for screen readers; with the name of the chart that it belongs to.
std::vector<PaletteAction> actionsOf(QWidget &window);

class ActionPalette : public QFrame {
    Q_OBJECT

public:
    static constexpr const char *group = "paletteGroup"; // property of a widget: what its buttons belong to

    explicit ActionPalette(QWidget *window); // covers a part of it, until it is closed, and deletes itself then

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void find(const QString &words);
    void runCurrent();
    void leave();

    std::vector<PaletteAction> m_actions;
    QPointer<QWidget> m_before; // had the focus
    QLineEdit *m_words;
    QListWidget *m_found;
};

} // namespace motley
