#include "app/widgets/messagecard.h"

#include "app/widgets/pageelements.h"
#include "app/widgets/sentencelabel.h"
#include "app/widgets/themedicon.h"
#include "app/words/format.h"
#include "remote/session/sentence.h"

#include <QClipboard>
#include <QEvent>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>

namespace motley {

MessageCard::MessageCard(QWidget *parent)
    : QFrame(parent), m_icon(new QLabel), m_sentence(new SentenceLabel("body")),
      m_action(makeButton({}, {}, QStringLiteral("messageAction"))),
      m_otherAction(makeButton({}, {}, QStringLiteral("messageOtherAction"))),
      m_more(
          makeToolButton(tr("Show the details"), QStringLiteral("part-chevron-down"), QStringLiteral("messageMore"))),
      m_copy(makeToolButton(
          tr("Copy the message and its details"), QStringLiteral("copy"), QStringLiteral("messageCopy"))),
      m_detail(new QPlainTextEdit)
{
    setProperty("card", true);
    setObjectName(QStringLiteral("message"));
    m_sentence->setObjectName(QStringLiteral("messageSentence"));
    m_detail->setObjectName(QStringLiteral("messageDetail"));
    m_detail->setReadOnly(true);
    m_detail->setMaximumHeight(130);
    m_detail->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_detail->setLayoutDirection(Qt::LeftToRight);
    m_detail->setAccessibleName(tr("Details"));
    m_more->setCheckable(true);

    auto *line = new QHBoxLayout;
    line->setSpacing(10);
    line->addWidget(m_icon);
    line->addWidget(m_sentence, 1);
    line->addWidget(m_action);
    line->addWidget(m_otherAction);
    line->addWidget(m_copy);
    line->addWidget(m_more);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 10, 10, 10);
    layout->addLayout(line);
    layout->addWidget(m_detail);

    connect(m_more, &QToolButton::toggled, this, &MessageCard::toggleDetail);
    connect(m_action, &QPushButton::clicked, this, &MessageCard::actionTriggered);
    connect(m_otherAction, &QPushButton::clicked, this, &MessageCard::otherActionTriggered);
    connect(m_copy, &QToolButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(accessibleName() + QLatin1Char('\n') + m_detail->toPlainText());
    });
    m_action->hide();
    m_otherAction->hide();
    clear();
}

void MessageCard::show(Kind kind, const QString &sentence, const QString &detail)
{
    m_symbol = kind == Kind::Error ? themedIcon(QStringLiteral("error"), &Colours::bad)
        : kind == Kind::Warning    ? themedIcon(QStringLiteral("warning"), &Colours::warning)
                                   : themedIcon(QStringLiteral("info"), &Colours::accent);
    drawIcon();
    const QString words = inItsDirection(plainText(sentence), layoutDirection());
    m_sentence->setSentence(words);
    m_detail->setPlainText(plainText(detail, 20000));
    m_more->setVisible(!detail.isEmpty());
    m_copy->setVisible(kind != Kind::Info);
    toggleDetail(m_more->isChecked() && !detail.isEmpty());
    setAccessibleName(words);
    setVisible(true);
}

void MessageCard::show(const Error &error)
{
    show(Kind::Error, say(error), QString::fromStdString(error.detail));
}

void MessageCard::setAction(const QString &text)
{
    m_action->setText(text);
    m_action->setVisible(!text.isEmpty());
}

void MessageCard::setOtherAction(const QString &text)
{
    m_otherAction->setText(text);
    m_otherAction->setVisible(!text.isEmpty());
}

void MessageCard::clear()
{
    m_more->setChecked(false);
    toggleDetail(false); // also where the button was not checked: a card that keeps room would keep the pane's too
    setVisible(false);
}

void MessageCard::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        drawIcon();
    QFrame::changeEvent(event);
}

void MessageCard::drawIcon()
{
    m_icon->setPixmap(m_symbol.pixmap(20, 20));
}

void MessageCard::toggleDetail(bool visible)
{
    m_detail->setVisible(visible);
}

} // namespace motley
