#include "app/widgets/emptystate.h"

#include "app/widgets/pageelements.h"
#include "app/widgets/themedicon.h"

#include <QEvent>
#include <QVBoxLayout>

namespace motley {

EmptyState::EmptyState(const QString &icon, const QString &heading, const QString &sentence, QWidget *parent)
    : QWidget(parent), m_iconName(icon), m_icon(new QLabel), m_sentence(makeLabel(sentence, "muted")),
      m_buttons(new QHBoxLayout)
{
    m_icon->setAlignment(Qt::AlignCenter);
    m_sentence->setAlignment(Qt::AlignCenter);
    m_sentence->setWordWrap(true);
    m_sentence->setMinimumWidth(280);
    m_sentence->setMaximumWidth(460);
    auto *title = makeLabel(heading, "heading");
    title->setAlignment(Qt::AlignCenter);
    title->setVisible(!heading.isEmpty());

    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addStretch();
    layout->addWidget(m_icon);
    layout->addWidget(title);
    auto *line = new QHBoxLayout; // aligned by the layout, the sentence would get one line's height
    line->addStretch(1);
    line->addWidget(m_sentence, 1000);
    line->addStretch(1);
    layout->addLayout(line);
    layout->addLayout(m_buttons);
    layout->addStretch();
    m_buttons->setAlignment(Qt::AlignCenter);
    drawIcon();
}

void EmptyState::setSentence(const QString &sentence)
{
    m_sentence->setText(sentence);
}

void EmptyState::addButton(QWidget *button)
{
    m_buttons->addWidget(button);
}

void EmptyState::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        drawIcon();
    QWidget::changeEvent(event);
}

void EmptyState::drawIcon()
{
    m_icon->setPixmap(themedIcon(m_iconName).pixmap(30, 30));
}

} // namespace motley
