#include "app/dialogs/slicepicture.h"

#include "app/widgets/theme.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace motley {

namespace {

constexpr int leastSide = 96; // pixels
constexpr double inside = 0.4; // of the colour of a segment in its pixels

} // namespace

SlicePicture::SlicePicture(const QString &objectName, const QString &name)
{
    setObjectName(objectName);
    setAccessibleName(name);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void SlicePicture::setPicture(const QImage &picture)
{
    m_picture = picture;
    update();
}

void SlicePicture::setWords(const QString &words, const QSize &shape)
{
    m_picture = {};
    m_words = words;
    m_shape = shape;
    update();
}

QSize SlicePicture::sizeHint() const
{
    return {3 * leastSide, 3 * leastSide};
}

QSize SlicePicture::minimumSizeHint() const
{
    return {leastSide, leastSide};
}

// At the edge where its heading begins.
QRect SlicePicture::placeOf(const QSize &shape) const
{
    return QStyle::alignedRect(layoutDirection(), Qt::AlignLeading | Qt::AlignVCenter,
        shape.isEmpty() ? size() : shape.scaled(size(), Qt::KeepAspectRatio), rect());
}

void SlicePicture::paintEvent(QPaintEvent * /*event*/)
{
    const Colours &colours = Theme::current().colours();
    QPainter painter(this);
    if (m_picture.isNull()) {
        const QRect place = placeOf(m_shape);
        painter.fillRect(place, colours.surface);
        painter.setPen(colours.border);
        painter.drawRect(place.adjusted(0, 0, -1, -1));
        painter.setPen(colours.mutedText);
        painter.drawText(place.adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, m_words);
        return;
    }
    const QRect target = placeOf(m_picture.size());
    painter.setRenderHint(QPainter::SmoothPixmapTransform, target.width() < m_picture.width());
    painter.drawImage(target, m_picture);
}

QImage inColours(const QImage &slice, const std::vector<std::uint32_t> &segments, const Colours &colours)
{
    QImage picture = slice.convertToFormat(QImage::Format_RGB32);
    const int width = picture.width();
    const auto segmentAt = [&](int x, int y) { return segments[std::size_t(y) * std::size_t(width) + std::size_t(x)]; };
    const auto isEdge = [&](int x, int y, std::uint32_t segment) {
        return (x > 0 && segmentAt(x - 1, y) != segment) || (x + 1 < width && segmentAt(x + 1, y) != segment)
            || (y > 0 && segmentAt(x, y - 1) != segment)
            || (y + 1 < picture.height() && segmentAt(x, y + 1) != segment);
    };
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < width; ++x) {
            const std::uint32_t segment = segmentAt(x, y);
            if (segment == 0)
                continue;
            const QColor colour = colours.series(int((segment - 1) % seriesColours));
            picture.setPixel(
                x, y, mixed(QColor(picture.pixel(x, y)), colour, isEdge(x, y, segment) ? 1 : inside).rgb());
        }
    return picture;
}

} // namespace motley
