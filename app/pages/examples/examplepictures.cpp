#include "app/pages/examples/examplepictures.h"

#include "app/widgets/theme.h"

#include <QBuffer>
#include <QColor>
#include <QImageReader>

namespace motley {

namespace {

constexpr int largestSide = 256; // pixels; an engine makes them smaller

bool isMarked(const QImage &marks, int x, int y)
{
    return marks.valid(x, y) && qGray(marks.pixel(x, y)) > 127;
}

bool isAtTheEdge(const QImage &marks, int x, int y)
{
    return !isMarked(marks, x - 1, y) || !isMarked(marks, x + 1, y) || !isMarked(marks, x, y - 1)
        || !isMarked(marks, x, y + 1);
}

} // namespace

QImage decodedPicture(const std::string &base64)
{
    if (base64.empty())
        return {};
    QByteArray bytes = QByteArray::fromBase64(QByteArray::fromStdString(base64));
    QBuffer buffer(&bytes);
    QImageReader reader(&buffer, "png");
    const QSize size = reader.size();
    if (!size.isValid() || size.width() > largestSide || size.height() > largestSide)
        return {};
    return reader.read().convertToFormat(QImage::Format_RGB32);
}

QImage markedPicture(const QImage &picture, const QImage &marks, const QColor &colour)
{
    QImage marked = picture;
    for (int y = 0; y < marked.height(); ++y)
        for (int x = 0; x < marked.width(); ++x) {
            if (!isMarked(marks, x, y))
                continue;
            const double part = isAtTheEdge(marks, x, y) ? 1 : 0.35;
            marked.setPixelColor(x, y, mixed(QColor(marked.pixel(x, y)), colour, part));
        }
    return marked;
}

QPixmap scaledPicture(const QImage &picture, int height, double pixelRatio)
{
    if (picture.isNull())
        return {};
    const int pixels = int(height * pixelRatio);
    const auto manner = picture.height() < pixels ? Qt::FastTransformation : Qt::SmoothTransformation;
    QPixmap scaled = QPixmap::fromImage(picture.scaledToHeight(pixels, manner));
    scaled.setDevicePixelRatio(pixelRatio);
    return scaled;
}

} // namespace motley
