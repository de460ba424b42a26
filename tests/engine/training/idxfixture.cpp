#include "idxfixture.h"

#include <QFile>
#include <QRandomGenerator>

namespace motley {

namespace {

constexpr int side = 12;
constexpr int classes = 4;

void writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

void writeSet(const QString &folder, const QString &prefix, int samples, QRandomGenerator &random)
{
    QByteArray images;
    QByteArray labels;
    for (int i = 0; i < samples; ++i) {
        const int label = int(random.bounded(classes));
        const int top = (label / 2) * side / 2;
        const int left = (label % 2) * side / 2;
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x) {
                const bool bright = y >= top && y < top + side / 2 && x >= left && x < left + side / 2;
                images.append(char(random.bounded(120) + (bright ? 100 : 0)));
            }
        labels.append(char(label));
    }
    writeFile(folder + "/" + prefix + "-images-idx3-ubyte", idxBytes({samples, side, side}, images));
    writeFile(folder + "/" + prefix + "-labels-idx1-ubyte", idxBytes({samples}, labels));
}

} // namespace

QByteArray idxBytes(const QList<int> &sizes, const QByteArray &payload)
{
    QByteArray bytes("\0\0\x08", 3);
    bytes.append(char(sizes.size()));
    for (const int size : sizes)
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes.append(char(size >> shift));
    return bytes + payload;
}

void writeImageData(const QString &folder, int trainSamples, int testSamples)
{
    QRandomGenerator random(7);
    writeSet(folder, "train", trainSamples, random);
    writeSet(folder, "t10k", testSamples, random);
}

} // namespace motley
