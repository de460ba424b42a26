#include "app/widgets/noticeline.h"

#include "app/widgets/elidedlabel.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/sentencelabel.h"
#include "app/widgets/themedicon.h"
#include "app/words/format.h"

#include <QClipboard>
#include <QEvent>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QPlainTextEdit>

#include <algorithm>

namespace motley {

namespace {

constexpr int lineHeight = 40; // pixels
constexpr int widestButton = 280;

// The middle of a long text goes, which names machines.
void setButtonText(QPushButton *button, const QString &text)
{
    button->setText(button->fontMetrics().elidedText(text, Qt::ElideMiddle, widestButton));
    button->setToolTip(button->text() == text ? QString() : plainToolTip(text));
    button->setAccessibleName(text);
}

} // namespace

NoticeLine::NoticeLine(QWidget *page)
    : QFrame(page), m_page(page), m_icon(new QLabel), m_sentence(new ElidedLabel("body")),
      m_quiet(new ElidedLabel("muted")), m_places(new QHBoxLayout),
      m_others(makeButton(tr("More"), {}, QStringLiteral("messageOthers"))), m_menu(new QMenu(this)),
      m_more(
          makeToolButton(tr("Show the details"), QStringLiteral("part-chevron-down"), QStringLiteral("messageMore"))),
      m_copy(makeToolButton(
          tr("Copy the message and its details"), QStringLiteral("copy"), QStringLiteral("messageCopy"))),
      m_details(new QFrame(page)), m_whole(new SentenceLabel("body")), m_detail(new QPlainTextEdit)
{
    setProperty("card", true);
    setObjectName(QStringLiteral("message"));
    setFixedHeight(lineHeight);
    m_sentence->setObjectName(QStringLiteral("messageSentence"));
    m_quiet->setObjectName(QStringLiteral("quietSentence"));
    m_more->setCheckable(true);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(14, 0, 8, 0);
    line->setSpacing(10);
    line->addWidget(m_icon);
    line->addWidget(m_sentence, 1);
    line->addWidget(m_quiet, 1);
    m_places->setSpacing(line->spacing());
    line->addLayout(m_places);
    line->addWidget(m_others);
    m_others->setMenu(m_menu);
    line->addWidget(m_more);
    makeDetails();
    connect(m_more, &QToolButton::toggled, this, &NoticeLine::setOpen);
    connect(m_copy, &QToolButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_sentence->text() + QLatin1Char('\n') + m_detail->toPlainText());
    });
    buttonAt(0);
    showQuiet({});
}

void NoticeLine::makeDetails()
{
    m_details->setObjectName(QStringLiteral("noticeDetails"));
    m_details->setProperty("card", true);
    m_detail->setObjectName(QStringLiteral("messageDetail"));
    m_detail->setReadOnly(true);
    m_detail->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_detail->setLayoutDirection(Qt::LeftToRight);
    m_detail->setAccessibleName(tr("Details"));
    auto *head = new QHBoxLayout;
    head->addWidget(m_whole, 1);
    head->addWidget(m_copy, 0, Qt::AlignTop);
    auto *layout = new QVBoxLayout(m_details);
    layout->setContentsMargins(14, 12, 10, 12);
    layout->addLayout(head);
    layout->addWidget(m_detail);
    m_details->hide();
}

void NoticeLine::show(MessageCard::Kind kind, const QString &sentence, const QString &detail)
{
    m_symbol = kind == MessageCard::Kind::Error ? themedIcon(QStringLiteral("error"), &Colours::bad)
        : kind == MessageCard::Kind::Warning    ? themedIcon(QStringLiteral("warning"), &Colours::warning)
                                                : themedIcon(QStringLiteral("info"), &Colours::accent);
    drawIcon();
    const QString words = inItsDirection(plainText(sentence), layoutDirection());
    const QString details = plainText(detail, 20000);
    m_sentence->setText(words);
    m_whole->setSentence(words);
    if (m_detail->toPlainText() != details)
        m_detail->setPlainText(details); // a new text would lose the place that is read
    m_detail->setVisible(!detail.isEmpty());
    m_copy->setVisible(kind != MessageCard::Kind::Info);
    setAccessibleName(words);
    m_icon->show();
    m_sentence->show();
    m_quiet->hide();
    m_more->show();
    if (isOpen())
        placeDetails();
}

void NoticeLine::showQuiet(const QString &sentence)
{
    setOpen(false);
    m_quiet->setText(inItsDirection(plainText(sentence), layoutDirection()));
    m_sentence->clear();
    m_detail->clear();
    setAccessibleName(m_quiet->text());
    m_quiet->show();
    setActions({});
    for (QWidget *widget : std::initializer_list<QWidget *>{m_icon, m_sentence, m_more})
        widget->hide();
}

void NoticeLine::setActions(const QStringList &texts)
{
    if (texts == m_texts)
        return; // a menu that is open stays so
    m_texts = texts;
    placeActions();
}

QPushButton *NoticeLine::buttonAt(qsizetype index)
{
    while (m_buttons.size() <= static_cast<std::size_t>(index)) {
        auto *button = m_buttons.emplace_back(makeButton({}, {}, QStringLiteral("messageAction")));
        m_places->addWidget(button);
        connect(button, &QPushButton::clicked, this,
            [this, number = static_cast<int>(m_buttons.size()) - 1] { Q_EMIT actionTriggered(number); });
    }
    return m_buttons[static_cast<std::size_t>(index)];
}

// The sentence keeps half of the line.
void NoticeLine::placeActions()
{
    int room = width() / 2 - m_others->sizeHint().width();
    qsizetype shown = 0;
    for (; shown < m_texts.size(); ++shown) {
        QPushButton *button = buttonAt(shown);
        setButtonText(button, m_texts[shown]);
        room -= button->sizeHint().width() + m_places->spacing();
        const bool isLast = shown + 1 == m_texts.size(); // which has the room of the menu
        if (shown > 0 && room + (isLast ? m_others->sizeHint().width() : 0) < 0)
            break;
    }
    for (std::size_t i = 0; i < m_buttons.size(); ++i)
        m_buttons[i]->setVisible(static_cast<qsizetype>(i) < shown);
    m_menu->clear();
    for (qsizetype i = shown; i < m_texts.size(); ++i)
        m_menu->addAction(m_texts[i], this, [this, i] { Q_EMIT actionTriggered(static_cast<int>(i)); });
    m_others->setVisible(shown < m_texts.size());
}

void NoticeLine::setOpen(bool open)
{
    m_more->setChecked(open);
    m_details->setVisible(open);
    if (!open)
        return;
    placeDetails();
    m_details->raise();
}

void NoticeLine::placeDetails()
{
    constexpr int space = 6; // pixels below the line, and at the lower edge of the page
    const QPoint below = mapTo(m_page, QPoint(0, height() + space));
    const int room = m_page->height() - below.y() - space;
    const QLayout *layout = m_details->layout();
    const int wanted = layout->hasHeightForWidth() ? layout->totalHeightForWidth(width()) : layout->sizeHint().height();
    m_details->setGeometry(below.x(), below.y(), width(), std::min(wanted, room));
}

void NoticeLine::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    placeActions();
    if (isOpen())
        placeDetails();
}

void NoticeLine::moveEvent(QMoveEvent *event)
{
    QFrame::moveEvent(event);
    if (isOpen())
        placeDetails();
}

void NoticeLine::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        drawIcon();
    QFrame::changeEvent(event);
}

void NoticeLine::drawIcon()
{
    m_icon->setPixmap(m_symbol.pixmap(20, 20));
}

} // namespace motley
