// A slice of a volume, as large as there is room for, with pixels that can be told apart.
#pragma once

#include <QImage>
#include <QWidget>

#include <cstdint>
#include <vector>

namespace motley {

struct Colours;

class SlicePicture : public QWidget {
public:
    SlicePicture(const QString &objectName, const QString &name); // `name`: for screen readers

    void setPicture(const QImage &picture);
    void setWords(const QString &words, const QSize &shape = {}); // in place of a picture of that shape
    const QImage &picture() const { return m_picture; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QRect placeOf(const QSize &shape) const;

    QImage m_picture;
    QString m_words;
    QSize m_shape; // of the picture that is not there; empty: any
};

// The slice with each segment in a colour that depends on its number alone, and in full along its edge, so that two
// with the same colour are told apart. `segments`: a number for each pixel, 0: none.
QImage inColours(const QImage &slice, const std::vector<std::uint32_t> &segments, const Colours &colours);

} // namespace motley
