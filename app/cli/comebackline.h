// What a terminal, or a program, is told of a machine that may take part in a run again.
#pragma once

#include "remote/run/comebackplan.h"

#include <QString>

namespace motley {

void printComeback(const Comeback &comeback, const QString &machine, bool asJson);

} // namespace motley
