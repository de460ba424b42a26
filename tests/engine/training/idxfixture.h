// A tiny image data set as four IDX files: the class is the place of a bright square, with noise from a fixed seed.
#pragma once

#include <QByteArray>
#include <QString>

namespace motley {

QByteArray idxBytes(const QList<int> &sizes, const QByteArray &payload); // an IDX header for `sizes`, then the payload

// Writes images of 12 x 12 pixels in 4 classes.
void writeImageData(const QString &folder, int trainSamples, int testSamples);

} // namespace motley
