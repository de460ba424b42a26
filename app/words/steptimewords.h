// How long the steps of a run took, against what was predicted.
#pragma once

#include <QString>

#include <optional>

namespace motley {

QString stepTimeWords(double seconds, std::optional<double> predictedSeconds);

} // namespace motley
