#include "app/actionpalette.h"

#include "app/widgets/theme.h"
#include "app/words/format.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QGraphicsDropShadowEffect>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace motley {

namespace {

constexpr int widest = 560; // pixels
constexpr int highest = 400;
constexpr int fromTheTop = 56;
constexpr int longestWords = 120;
constexpr int keyMargin = 10; // pixels
constexpr int keyRole = Qt::UserRole + 1;

QString withoutMnemonics(QString text)
{
    text.replace(QStringLiteral("&&"), QStringLiteral("\x01"));
    text.remove(QLatin1Char('&'));
    return text.replace(QLatin1Char('\x01'), QLatin1Char('&')).simplified();
}

QString groupOf(const QWidget *widget, const QWidget &window)
{
    for (; widget && widget != &window; widget = widget->parentWidget())
        if (const QString name = widget->property(ActionPalette::group).toString(); !name.isEmpty())
            return name;
    return {};
}

QString wordsOf(const QAbstractButton &button)
{
    const QString name = button.text().isEmpty() ? button.accessibleName() : withoutMnemonics(button.text());
    return name.isEmpty() ? button.toolTip() : name;
}

QMenu *menuOf(const QAbstractButton &button)
{
    if (const auto *push = qobject_cast<const QPushButton *>(&button))
        return push->menu();
    const auto *tool = qobject_cast<const QToolButton *>(&button);
    return tool ? tool->menu() : nullptr;
}

void addMenu(QMenu &menu, const QString &name, std::vector<PaletteAction> &actions)
{
    QMetaObject::invokeMethod(&menu, "aboutToShow"); // by which it learns what can be done now
    for (QAction *action : menu.actions())
        if (action->isEnabled() && action->isVisible() && !action->isSeparator() && !action->text().isEmpty())
            actions.push_back({ActionPalette::tr("%1: %2").arg(name, withoutMnemonics(action->text())),
                action->shortcut().toString(QKeySequence::NativeText), [action = QPointer(action)] {
                    if (action)
                        action->trigger();
                }});
}

// Draws the key of an action where its line ends.
class ActionLine : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        painter->save();
        painter->setPen(Theme::current().colours().mutedText);
        painter->drawText(option.rect.adjusted(keyMargin, 0, -keyMargin, 0),
            QStyle::visualAlignment(option.direction, Qt::AlignRight) | Qt::AlignVCenter, keyOf(index));
        painter->restore();
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const QFontMetrics &metrics = option->fontMetrics;
        const int key = keyOf(index).isEmpty() ? 0 : metrics.horizontalAdvance(keyOf(index)) + 2 * keyMargin;
        option->text = metrics.elidedText(option->text, Qt::ElideMiddle, option->rect.width() - key - 2 * keyMargin);
    }

private:
    static QString keyOf(const QModelIndex &index)
    {
        const QString key = index.data(keyRole).toString();
        return key.isEmpty() ? QString() : leftToRight(key);
    }
};

bool isOfLegend(const QAbstractButton &button)
{
    return button.property("legend").toBool();
}

} // namespace

std::vector<PaletteAction> actionsOf(QWidget &window)
{
    std::vector<PaletteAction> actions;
    for (QAbstractButton *button : window.findChildren<QAbstractButton *>()) {
        const QString own = plainText(wordsOf(*button), longestWords);
        if (!button->isVisible() || !button->isEnabled() || own.isEmpty() || isOfLegend(*button))
            continue;
        const QString belongs = groupOf(button, window);
        const QString words = belongs.isEmpty() ? own : ActionPalette::tr("%1: %2").arg(belongs, own);
        if (QMenu *menu = menuOf(*button))
            addMenu(*menu, words, actions);
        else
            actions.push_back(
                {words, button->shortcut().toString(QKeySequence::NativeText), [button = QPointer(button)] {
                     if (button)
                         button->click();
                 }});
    }
    return actions;
}

ActionPalette::ActionPalette(QWidget *window)
    : QFrame(window), m_actions(actionsOf(*window)), m_before(QApplication::focusWidget()), m_words(new QLineEdit),
      m_found(new QListWidget)
{
    setObjectName(QStringLiteral("actionPalette"));
    setAttribute(Qt::WA_DeleteOnClose);
    setProperty("card", true);
    m_words->setObjectName(QStringLiteral("paletteWords"));
    m_words->setPlaceholderText(tr("What do you want to do?"));
    m_words->setAccessibleName(tr("Search what can be done here"));
    m_found->setObjectName(QStringLiteral("paletteFound"));
    m_found->setAccessibleName(tr("What can be done"));
    m_found->setFocusPolicy(Qt::NoFocus); // the keys go to the line above
    m_found->setFrameShape(QFrame::NoFrame);
    m_found->setUniformItemSizes(true);
    m_found->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_found->setItemDelegate(new ActionLine(m_found));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 10, 10, 10);
    layout->addWidget(m_words);
    layout->addWidget(m_found, 1);
    auto *shadow = new QGraphicsDropShadowEffect(this);
    shadow->setBlurRadius(28);
    shadow->setOffset(0, 6);
    setGraphicsEffect(shadow);
    m_words->installEventFilter(this);
    connect(m_words, &QLineEdit::textChanged, this, &ActionPalette::find);
    connect(m_found, &QListWidget::itemClicked, this, &ActionPalette::runCurrent);
    find({});

    const int width = std::min(widest, window->width() - 80);
    const int height = std::min(highest, window->height() - 2 * fromTheTop);
    setGeometry((window->width() - width) / 2, fromTheTop, width, height);
    raise();
    show();
    m_words->setFocus();
}

// Each word has to be found somewhere; what begins with the first of them comes first.
void ActionPalette::find(const QString &words)
{
    const QStringList wanted = words.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < m_actions.size(); ++i)
        if (std::all_of(wanted.begin(), wanted.end(),
                [&](const QString &word) { return m_actions[i].words.contains(word, Qt::CaseInsensitive); }))
            found.push_back(i);
    if (!wanted.isEmpty())
        std::stable_partition(found.begin(), found.end(),
            [&](std::size_t i) { return m_actions[i].words.startsWith(wanted.front(), Qt::CaseInsensitive); });
    m_found->clear();
    for (const std::size_t i : found) {
        const PaletteAction &action = m_actions[i];
        auto *item = new QListWidgetItem(action.words, m_found);
        item->setData(Qt::UserRole, static_cast<qulonglong>(i));
        item->setData(keyRole, action.key);
        if (!action.key.isEmpty())
            item->setData(Qt::AccessibleTextRole, joinParts({action.words, leftToRight(action.key)}));
    }
    m_found->setCurrentRow(found.empty() ? -1 : 0);
}

bool ActionPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusOut && !m_found->underMouse()) {
        close();
        return false;
    }
    if (event->type() == QEvent::ShortcutOverride) { // so that no key of the window beneath takes it
        event->accept();
        return false;
    }
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    switch (static_cast<QKeyEvent *>(event)->key()) {
    case Qt::Key_Escape:
        leave();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runCurrent();
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        QApplication::sendEvent(m_found, event);
        return true;
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
        return true; // there is nowhere else to go
    default:
        return QFrame::eventFilter(watched, event);
    }
}

void ActionPalette::leave()
{
    m_words->removeEventFilter(this);
    if (m_before)
        m_before->setFocus();
    close();
}

void ActionPalette::runCurrent()
{
    const QListWidgetItem *item = m_found->currentItem();
    if (!item)
        return;
    const auto run = m_actions[item->data(Qt::UserRole).toULongLong()].run;
    leave();
    // Queued, as what it does may end this window's contents.
    QMetaObject::invokeMethod(qApp, run, Qt::QueuedConnection);
}

} // namespace motley
