// Chooses how much a curve is smoothed: in percent of what is visible, so that it looks alike at every zoom.
#pragma once

#include <QWidget>

class QDoubleSpinBox;
class QSlider;

namespace motley {

constexpr double greatestSmoothing = 50; // percent

// The weight of an exponential moving average over that part of `points`.
double smoothingWeight(double percent, std::size_t points);

class SmoothingField : public QWidget {
    Q_OBJECT

public:
    explicit SmoothingField(double percent);

    double percent() const { return m_percent; }

Q_SIGNALS:
    void changed(double percent);

private:
    void set(double percent);

    QSlider *m_slider;
    QDoubleSpinBox *m_number;
    double m_percent = 0;
};

} // namespace motley
