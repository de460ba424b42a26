#include "app/plots/controls/smoothingfield.h"

#include "app/widgets/pageelements.h"
#include "app/widgets/realspinbox.h"
#include "app/words/format.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr int sliderSteps = 300;
constexpr int narrowest = 36; // pixels

// Is not seen where it is too narrow for the hand; the number beside it does the same.
class NarrowingSlider : public QSlider {
public:
    NarrowingSlider() : QSlider(Qt::Horizontal) { }
    QSize minimumSizeHint() const override { return {0, QSlider::minimumSizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override
    {
        if (width() >= narrowest)
            QSlider::paintEvent(event);
    }
};

// Most of the slider is for little smoothing, where the eye tells most apart.
double percentAt(int position)
{
    const double part = double(position) / sliderSteps;
    return greatestSmoothing * part * part;
}

int positionOf(double percent)
{
    return static_cast<int>(std::lround(std::sqrt(percent / greatestSmoothing) * sliderSteps));
}

} // namespace

// As pandas has it: an average over a span of n has as much of the past as the mean of n values.
double smoothingWeight(double percent, std::size_t points)
{
    const double span = static_cast<double>(points) * percent / 100;
    return span > 1 ? (span - 1) / (span + 1) : 0;
}

SmoothingField::SmoothingField(double percent) : m_slider(new NarrowingSlider), m_number(new RealSpinBox)
{
    const QString words = tr("Smoothing, in percent of what is visible");
    m_slider->setObjectName(QStringLiteral("smoothing"));
    m_slider->setRange(0, sliderSteps);
    m_slider->setMaximumWidth(90);
    m_slider->setFocusPolicy(Qt::NoFocus); // the number beside it does the same
    m_number->setObjectName(QStringLiteral("smoothingNumber"));
    m_number->setRange(0, greatestSmoothing);
    m_number->setDecimals(2);
    m_number->setSingleStep(0.5);
    m_number->setStepType(QAbstractSpinBox::DefaultStepType);
    m_number->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_number->setFixedWidth(52);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_slider, m_number}) {
        widget->setAccessibleName(words);
        widget->setToolTip(words);
    }
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 6, 0);
    layout->setSpacing(4);
    layout->addWidget(m_slider);
    layout->addWidget(m_number);
    layout->addWidget(makeLabel(QLocale().percent(), "caption"));
    set(percent);
    connect(m_slider, &QSlider::valueChanged, this, [this](int position) { set(percentAt(position)); });
    connect(m_number, &QDoubleSpinBox::valueChanged, this, &SmoothingField::set);
}

void SmoothingField::set(double percent)
{
    m_percent = std::clamp(percent, 0.0, greatestSmoothing);
    const QSignalBlocker noSlider(m_slider);
    const QSignalBlocker noNumber(m_number);
    m_slider->setValue(positionOf(m_percent));
    m_number->setValue(m_percent);
    Q_EMIT changed(m_percent);
}

} // namespace motley
