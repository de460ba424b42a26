#include "app/pages/trainedtext.h"

#include "app/widgets/theme.h"
#include "app/words/format.h"

#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QPainter>
#include <QTextBlock>
#include <QTextCursor>

#include <algorithm>
#include <cmath>
#include <utility>

namespace motley {

namespace {

constexpr int foldedLines = 6;
constexpr int longestPiece = 16'000; // characters

// A special token stays as it is written where text around it runs from right to left.
QString writtenOut(const TextPiece &piece)
{
    const QString text = plainText(piece.text, longestPiece);
    return piece.special ? leftToRight(text) : text;
}

QTextCharFormat formatOf(const TextPiece &piece)
{
    const Colours &colours = Theme::current().colours();
    QTextCharFormat format;
    format.setForeground(piece.learned ? colours.accent : colours.mutedText);
    format.setFontUnderline(piece.learned);
    if (piece.special)
        format.setBackground(colours.raised);
    return format;
}

// What a screen reader says: as `motley-engine rows` marks it.
QString spoken(const std::vector<TextPiece> &pieces)
{
    QString text;
    for (const TextPiece &piece : pieces)
        text += piece.learned ? QStringLiteral("⟦%1⟧").arg(plainText(piece.text, longestPiece))
                              : plainText(piece.text, longestPiece);
    return text;
}

} // namespace

TrainedText::TrainedText(QWidget *parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_document.setDocumentMargin(0);
    m_document.setUndoRedoEnabled(false);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setTextDirection(Qt::LayoutDirectionAuto);
    m_document.setDefaultTextOption(option);
    connect(&Theme::current(), &Theme::changed, this, &TrainedText::write);
}

void TrainedText::show(std::vector<TextPiece> pieces)
{
    m_pieces = std::move(pieces);
    setAccessibleName(spoken(m_pieces));
    write();
}

void TrainedText::setFolded(bool isFolded)
{
    m_isFolded = isFolded;
    updateGeometry();
    update();
}

void TrainedText::write()
{
    m_document.clear();
    m_document.setDefaultFont(font());
    QTextCursor cursor(&m_document);
    for (const TextPiece &piece : m_pieces)
        cursor.insertText(writtenOut(piece), formatOf(piece));
    measure();
    updateGeometry();
    update();
}

void TrainedText::measure()
{
    m_document.setTextWidth(width());
    const bool isLong = heightOfLines(foldedLines) < m_document.size().height() - 1;
    if (std::exchange(m_isLong, isLong) != isLong)
        Q_EMIT isLongChanged();
}

double TrainedText::heightOfLines(int count) const
{
    const double whole = m_document.size().height(); // lays it out
    for (QTextBlock block = m_document.begin(); block.isValid(); block = block.next()) {
        const QTextLayout *lines = block.layout();
        if (count <= lines->lineCount()) {
            const QTextLine last = lines->lineAt(count - 1);
            return m_document.documentLayout()->blockBoundingRect(block).top() + last.y() + last.height();
        }
        count -= lines->lineCount();
    }
    return whole;
}

QSize TrainedText::sizeHint() const
{
    return {40 * fontMetrics().averageCharWidth(), heightForWidth(std::max(width(), 1))};
}

QSize TrainedText::minimumSizeHint() const
{
    return {10 * fontMetrics().averageCharWidth(), fontMetrics().height()};
}

int TrainedText::heightForWidth(int width) const
{
    m_document.setTextWidth(width);
    const double whole = m_document.size().height();
    const double height = m_isFolded ? std::min(whole, heightOfLines(foldedLines)) : whole;
    return static_cast<int>(std::ceil(height));
}

void TrainedText::paintEvent(QPaintEvent * /*event*/)
{
    m_document.setTextWidth(width());
    QPainter painter(this);
    painter.setClipRect(rect());
    m_document.drawContents(&painter, rect());
}

void TrainedText::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    measure();
}

void TrainedText::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        write();
}

} // namespace motley
