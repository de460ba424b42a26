// The links between machines as a picture, in which the pointer or the arrow keys choose one.
#pragma once

#include "app/pages/links/paintlinks.h"

#include <QWidget>

namespace motley {

class LinkPicture : public QWidget {
    Q_OBJECT

public:
    explicit LinkPicture(QWidget *parent = nullptr);

    void show(const LinkScene *scene); // which outlives the picture or is replaced
    std::optional<LinkEnds> chosen() const { return m_chosen; }
    LinkPlaces places() const;

    QSize sizeHint() const override { return {640, 400}; }
    QSize minimumSizeHint() const override { return {260, 180}; }

Q_SIGNALS:
    void chosenChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void choose(std::optional<LinkEnds> ends);

    const LinkScene *m_scene = nullptr;
    std::optional<LinkEnds> m_chosen;
};

} // namespace motley
