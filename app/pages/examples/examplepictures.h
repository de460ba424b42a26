// Pictures of a test's examples, as a table and a pane show them.
#pragma once

#include <QImage>
#include <QPixmap>

#include <string>

namespace motley {

// Of a PNG file as base64. Null: it is none, or larger than an example's picture may be.
QImage decodedPicture(const std::string &base64);

// The picture with what is marked in it in a colour, and a line around it. `marks`: white where it is marked.
QImage markedPicture(const QImage &picture, const QImage &marks, const QColor &colour);

QPixmap scaledPicture(const QImage &picture, int height, double pixelRatio); // with pixels that can be told apart

} // namespace motley
