#include "app/widgets/pageelements.h"

#include "app/widgets/theme.h"
#include "app/widgets/themedicon.h"

#include <QFormLayout>
#include <QStyle>
#include <QVariant>

#include <algorithm>

namespace motley {

QLabel *makeLabel(const QString &text, const char *role)
{
    auto *label = new QLabel(text);
    label->setProperty("role", role);
    label->setTextFormat(Qt::PlainText);
    return label;
}

QPushButton *makeButton(const QString &text, const QString &icon, const QString &objectName)
{
    auto *button = new QPushButton(text);
    button->setObjectName(objectName);
    button->setAutoDefault(false);
    if (!icon.isEmpty())
        button->setIcon(themedIcon(icon));
    return button;
}

QPushButton *makePrimaryButton(const QString &text, const QString &icon, const QString &objectName)
{
    auto *button = makeButton(text, QString(), objectName);
    button->setProperty("primary", true);
    if (!icon.isEmpty())
        button->setIcon(themedIcon(icon, &Colours::onAccent));
    return button;
}

QToolButton *makeToolButton(const QString &name, const QString &icon, const QString &objectName)
{
    auto *button = new QToolButton;
    button->setObjectName(objectName);
    button->setIcon(themedIcon(icon));
    button->setIconSize({18, 18});
    button->setToolTip(name);
    button->setAccessibleName(name);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QFrame *makeCard()
{
    auto *card = new QFrame;
    card->setProperty("card", true);
    return card;
}

QFrame *makeLine()
{
    auto *line = new QFrame;
    line->setProperty("line", true);
    return line;
}

void alignBeside(QLabel *label, QWidget *field)
{
    const int height = field->sizeHint().height(); // the style sheet lets a spin box of Qt 6.8 shrink below it
    label->setFixedHeight(height);
    field->setFixedHeight(height);
}

void alignLabels(QFormLayout *form)
{
    for (int row = 0; row < form->rowCount(); ++row) {
        auto *field = form->itemAt(row, QFormLayout::FieldRole)->widget();
        if (auto *label = qobject_cast<QLabel *>(form->labelForField(field)))
            alignBeside(label, field);
    }
}

void keepWidest(QWidget *widget)
{
    widget->ensurePolished(); // before, it has another font
    widget->setMinimumWidth(std::max(widget->minimumWidth(), widget->sizeHint().width()));
}

void setStyleProperty(QWidget *widget, const char *property, const QVariant &value)
{
    if (widget->property(property) == value)
        return;
    widget->setProperty(property, value);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

} // namespace motley
