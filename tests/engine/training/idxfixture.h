// A tiny image data set as four IDX files: the class is the place of a bright square, with noise from a fixed seed.
#pragma once

#include <QByteArray>
#include <QString>
#include <QTemporaryFile>

#include <zlib.h>

namespace motley {

QByteArray idxBytes(const QList<int> &sizes, const QByteArray &payload); // an IDX header for `sizes`, then the payload

// Writes images of 12 x 12 pixels in 4 classes.
void writeImageData(const QString &folder, int trainSamples, int testSamples);

inline QByteArray gzipped(const QByteArray &bytes)
{
    QTemporaryFile file;
    file.open();
    gzFile packed = gzopen(file.fileName().toLocal8Bit().constData(), "wb");
    gzwrite(packed, bytes.constData(), unsigned(bytes.size()));
    gzclose(packed);
    return file.readAll();
}

} // namespace motley
