// What a test measured, in a form that needs no knowledge of the task to be shown and compared.
#pragma once

#include <string>

namespace motley {

struct Metric {
    enum class Unit { Number, Fraction };

    std::string name; // lower camel case: "accuracy", "f1", "bleu"
    double value = 0;
    Unit unit = Unit::Number; // a fraction is shown in percent
    bool higherIsBetter = true;

    bool operator==(const Metric &) const = default;
};

// Whether `metric` is strictly better than `than`, in the direction of metric.higherIsBetter.
bool isBetter(const Metric &metric, const Metric &than);

std::string toText(const Metric &metric); // "accuracy 91.88 %", "bleu 25.31"

} // namespace motley
