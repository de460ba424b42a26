#include "app/widgets/themedicon.h"

#include <QFile>
#include <QIconEngine>
#include <QMessageBox>
#include <QPainter>
#include <QtSvg/QSvgRenderer>

namespace motley {

namespace {

class ThemedIconEngine : public QIconEngine {
public:
    ThemedIconEngine(QByteArray svg, QColor Colours::*colour) : m_svg(std::move(svg)), m_colour(colour) { }

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
            return colours.disabled;
        if (m_colour)
            return colours.*m_colour;
        return state == QIcon::On ? colours.accent : colours.mutedText;
    }

    QByteArray m_svg;
    QColor Colours::*m_colour; // nullptr: by the state
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
    return QIcon(new ThemedIconEngine(svgNamed(name), nullptr));
}

QIcon themedIcon(const QString &name, QColor Colours::*colour)
{
    return QIcon(new ThemedIconEngine(svgNamed(name), colour));
}

void setThemedIcon(QMessageBox *box, const QString &name, QColor Colours::*colour)
{
    constexpr int size = 32; // pixels
    box->setIconPixmap(themedIcon(name, colour).pixmap(size, size));
}

} // namespace motley
