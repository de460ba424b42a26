// A tiny image data set as four IDX files: a class is a bright square's place, blurred by noise from a fixed seed.
#pragma once

#include <QByteArray>
#include <QString>

namespace motley {

QByteArray idxBytes(const QList<int> &sizes, const QByteArray &payload); // header and payload

// 12 x 12 pixels, 4 classes.
void writeImageData(const QString &folder, int trainSamples, int testSamples);

} // namespace motley
