// Small widgets and distances that every page is laid out with, so that all pages look alike.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QSet>
#include <QToolButton>

class QAbstractItemModel;
class QFormLayout;
class QTreeView;

namespace motley {

constexpr int pageMargin = 24; // pixels around a page
constexpr int cardMargin = 16;
constexpr int gap = 12; // between cards

QLabel *makeLabel(const QString &text, const char *role); // "title", "heading", "muted", "caption", "stat", ...
QPushButton *makeButton(const QString &text, const QString &icon, const QString &objectName);
QPushButton *makePrimaryButton(const QString &text, const QString &icon, const QString &objectName);
QToolButton *makeToolButton(const QString &name, const QString &icon, const QString &objectName); // name: tool tip too
QFrame *makeCard();
QFrame *makeLine();

// Gives the label of a form's field the height of the field, so that it stands beside its middle.
void alignBeside(QLabel *label, QWidget *field);
void alignLabels(QFormLayout *form); // all of them

// Keeps the widest place that the widget's contents have needed so far. To be called after each change of a number, so
// that what is beside it does not move.
void keepWidest(QWidget *widget);

// A list of one row each, all of a height. `name`: for screen readers.
QTreeView *makeTable(QAbstractItemModel *model, const QString &objectName, const QString &name);

// Which columns give way where a table is too narrow for all of its contents. One that has such columns does not scroll
// sideways.
struct GivingWay {
    QSet<int> shortened; // first the widest of these, as long as their words can be told from each other
    QList<int> leftOut; // then these are left out, one after the other
};

// Gives each column of a table, but those that are `fixed`, the width of its heading and contents, now and whenever
// they become longer, up to a limit. A column shrinks only when the table gets other rows or less room, as numbers
// would move it otherwise.
void fitColumns(QTreeView *table, const QSet<int> &fixed = {}, const GivingWay &givingWay = {});

// Sets a property that the style sheet selects by, and applies it.
void setStyleProperty(QWidget *widget, const char *property, const QVariant &value);

} // namespace motley
