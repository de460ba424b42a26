#include "app/pages/plan/memorybar.h"

#include "app/widgets/flowlayout.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <utility>

namespace motley {

namespace {

struct MemoryBarWords {
    Q_DECLARE_TR_FUNCTIONS(motley::MemoryBar)
};

constexpr int swatchSide = 10;

class Swatch : public QWidget {
public:
    explicit Swatch(int colour) : m_colour(colour) { setFixedSize(swatchSide, swatchSide); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter(this).fillRect(rect(), Theme::current().colours().phase(m_colour));
    }

private:
    int m_colour;
};

std::int64_t sumOf(const std::vector<MemorySlice> &slices)
{
    std::int64_t sum = 0;
    for (const MemorySlice &slice : slices)
        sum += slice.bytes;
    return sum;
}

} // namespace

std::vector<MemorySlice> memorySlices(const MemoryParts &parts)
{
    const QString trained = parts.frozen > 0 ? MemoryBarWords::tr("adapter") : MemoryBarWords::tr("weights");
    return {{MemoryBarWords::tr("base"), 0, parts.frozen}, {trained, 1, parts.trained},
        {MemoryBarWords::tr("optimizer"), 2, parts.optimizer + parts.mirror},
        {MemoryBarWords::tr("gradients and exchange"), 3, parts.gradients + parts.exchange + parts.checkpoint},
        {MemoryBarWords::tr("logits"), 4, parts.logits}, {MemoryBarWords::tr("activations"), 5, parts.activations}};
}

MemoryBar::MemoryBar(std::vector<MemorySlice> slices, std::int64_t available, QWidget *parent)
    : QWidget(parent), m_slices(std::move(slices)), m_whole(std::max({available, sumOf(m_slices), std::int64_t(1)}))
{
    setObjectName(QStringLiteral("memoryBar"));
    setFixedHeight(12);
}

void MemoryBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const Colours &colours = Theme::current().colours();
    QPainterPath outline;
    outline.addRoundedRect(rect(), 4, 4);
    painter.setClipPath(outline);
    painter.fillRect(rect(), colours.raised);
    if (layoutDirection() == Qt::RightToLeft) {
        painter.translate(width(), 0);
        painter.scale(-1, 1);
    }
    std::int64_t before = 0;
    for (const MemorySlice &slice : m_slices) {
        const double begin = double(width()) * double(before) / double(m_whole);
        before += slice.bytes;
        const double end = double(width()) * double(before) / double(m_whole);
        painter.fillRect(QRectF(begin, 0, end - begin, height()), colours.phase(slice.colour));
    }
}

MemoryLegend::MemoryLegend(const std::vector<MemorySlice> &slices, QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("memoryLegend"));
    auto *layout = new FlowLayout(gap, 2);
    layout->setContentsMargins(0, 0, 0, 0);
    setLayout(layout);
    for (const MemorySlice &slice : slices) {
        if (slice.bytes == 0)
            continue;
        auto *entry = new QWidget;
        auto *line = new QHBoxLayout(entry);
        line->setContentsMargins(0, 0, 0, 0);
        line->setSpacing(6);
        line->addWidget(new Swatch(slice.colour));
        line->addWidget(makeLabel(slice.name, "caption"));
        layout->addWidget(entry);
    }
}

} // namespace motley
