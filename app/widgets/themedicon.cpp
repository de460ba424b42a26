#include "app/widgets/themedicon.h"

#include "app/widgets/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QtSvg/QSvgRenderer>

#include <optional>

namespace motley {

namespace {

class ThemedIconEngine : public QIconEngine {
public:
    ThemedIconEngine(QByteArray svg, std::optional<QColor> colour) : m_svg(std::move(svg)), m_colour(std::move(colour))
    {
    }

    void paint(QPainter *painter, const QRect &rectangle, QIcon::Mode mode, QIcon::State state) override
    {
        QByteArray svg = m_svg;
        svg.replace("currentColor", colourFor(mode, state).name().toLatin1());
        QSvgRenderer(svg).render(painter, rectangle);
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap result(size);
        result.fill(Qt::transparent);
        QPainter painter(&result);
        paint(&painter, result.rect(), mode, state);
        return result;
    }

    QIconEngine *clone() const override { return new ThemedIconEngine(*this); }

private:
    QColor colourFor(QIcon::Mode mode, QIcon::State state) const
    {
        const Colours &colours = Theme::current().colours();
        if (mode == QIcon::Disabled)
            return colours.border;
        if (m_colour)
            return *m_colour;
        return state == QIcon::On ? colours.accent : colours.mutedText;
    }

    QByteArray m_svg;
    std::optional<QColor> m_colour;
};

QByteArray svgNamed(const QString &name)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    const bool opened = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(opened, "themedIcon", qPrintable(name));
    return file.readAll();
}

} // namespace

QIcon themedIcon(const QString &name)
{
    return QIcon(new ThemedIconEngine(svgNamed(name), std::nullopt));
}

QIcon themedIcon(const QString &name, const QColor &colour)
{
    return QIcon(new ThemedIconEngine(svgNamed(name), colour));
}

} // namespace motley
