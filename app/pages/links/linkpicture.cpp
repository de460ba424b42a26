#include "app/pages/links/linkpicture.h"

#include "app/widgets/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>

namespace motley {

LinkPicture::LinkPicture(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("linkPicture"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(
        tr("Links between the machines. Up and down choose the machine that sends, left and right the one "
           "that receives."));
    connect(&Theme::current(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LinkPicture::show(const LinkScene *scene)
{
    m_scene = scene;
    choose(std::nullopt);
    update();
}

LinkPlaces LinkPicture::places() const
{
    return linkPlaces(*m_scene, QRectF(rect()).adjusted(4, 4, -4, -4), QFontMetricsF(font()), layoutDirection());
}

void LinkPicture::choose(std::optional<LinkEnds> ends)
{
    if (ends == m_chosen)
        return;
    m_chosen = ends;
    update();
    Q_EMIT chosenChanged();
}

void LinkPicture::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (m_scene)
        paintLinks(painter, *m_scene, places(), m_chosen);
    if (!hasFocus())
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Theme::current().colours().accent, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
}

void LinkPicture::mouseMoveEvent(QMouseEvent *event)
{
    if (m_scene)
        choose(places().at(event->position(), m_scene->count()));
}

void LinkPicture::leaveEvent(QEvent *)
{
    if (!hasFocus())
        choose(std::nullopt);
}

// No machine sends to itself, so that is skipped.
void LinkPicture::keyPressEvent(QKeyEvent *event)
{
    const int key = event->key();
    const bool isOwn = key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_Left || key == Qt::Key_Right;
    if (!isOwn || !m_scene || m_scene->count() < 2)
        return QWidget::keyPressEvent(event);
    if (!m_chosen)
        return choose(LinkEnds{0, 1});
    const int count = m_scene->count();
    LinkEnds ends = *m_chosen;
    const int mirrored = layoutDirection() == Qt::RightToLeft ? -1 : 1;
    do {
        if (key == Qt::Key_Up || key == Qt::Key_Down)
            ends.from = (ends.from + (key == Qt::Key_Down ? 1 : count - 1)) % count;
        else
            ends.to = (ends.to + ((key == Qt::Key_Right ? 1 : -1) * mirrored + count)) % count;
    } while (ends.from == ends.to);
    choose(ends);
}

} // namespace motley
