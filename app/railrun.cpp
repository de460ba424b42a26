#include "app/railrun.h"

#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "app/words/format.h"

#include <QEvent>
#include <QPainter>
#include <QStyle>

namespace motley {

namespace {

constexpr int besideTheText = 48; // pixels: the icon, the padding, and what is between them
constexpr int closeSize = 22;
constexpr int besideTheCross = 15; // as it reaches into the padding
constexpr int barHeight = 3;
constexpr int barMargin = 10; // at both ends
constexpr int lineHeights = 2;
constexpr int aroundTheLines = 22;

QString onOneLine(const QFontMetrics &metrics, const QString &text, int width)
{
    QString line = metrics.elidedText(plainText(text, 200), Qt::ElideRight, width);
    return line.replace(QLatin1Char('&'), QLatin1String("&&")); // it underlines nothing
}

} // namespace

RailRunButton::RailRunButton(QWidget *parent)
    : QToolButton(parent), m_close(makeToolButton(tr("Close, and let the machines go on (Ctrl+W)"),
                               QStringLiteral("close"), QStringLiteral("closeRun")))
{
    setObjectName(QStringLiteral("railRun"));
    setIconSize({20, 20});
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setCheckable(true);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    m_close->setParent(this);
    m_close->setIconSize({14, 14});
    m_close->setFixedSize(closeSize, closeSize);
    m_close->setFocusPolicy(Qt::NoFocus); // keys close the run that is shown
    connect(m_close, &QToolButton::clicked, this, &RailRunButton::closed);
}

void RailRunButton::show(const RailRun &run)
{
    m_run = run;
    const QString words = tr("%1: %2").arg(run.name, run.words);
    setToolTip(plainToolTip(words));
    setAccessibleName(words);
    setIcon(run.icon);
    m_close->setVisible(run.canBeClosed);
    shorten();
    update();
}

// Measured with the bolder font of the page that is shown.
void RailRunButton::shorten()
{
    ensurePolished();
    QFont chosen = font();
    chosen.setWeight(QFont::DemiBold);
    const QFontMetrics metrics(chosen);
    const int room = width() - besideTheText;
    setText(onOneLine(metrics, m_run.name, room - besideTheCross) + QLatin1Char('\n')
        + onOneLine(metrics, m_run.words, room));
    setFixedHeight(lineHeights * metrics.lineSpacing() + aroundTheLines);
}

void RailRunButton::resizeEvent(QResizeEvent *event)
{
    QToolButton::resizeEvent(event);
    shorten();
    const QRect corner(width() - closeSize - 3, 3, closeSize, closeSize);
    m_close->setGeometry(QStyle::visualRect(layoutDirection(), rect(), corner));
}

void RailRunButton::changeEvent(QEvent *event)
{
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        shorten();
}

void RailRunButton::paintEvent(QPaintEvent *event)
{
    QToolButton::paintEvent(event);
    if (!m_run.done)
        return;
    const Colours &colours = Theme::current().colours();
    const QRect whole(barMargin, height() - barHeight - 4, width() - 2 * barMargin, barHeight);
    QRect done = whole;
    done.setWidth(qRound(whole.width() * *m_run.done));
    QPainter painter(this);
    painter.fillRect(whole, colours.raised); // in high contrast, borders are as dark as what is done
    painter.fillRect(QStyle::visualRect(layoutDirection(), whole, done), colours.accent);
}

} // namespace motley
