// The fields of a job in the language of the reader.
#pragma once

#include "engine/job/fieldproblem.h"

#include <QString>

namespace motley {

QString fieldText(const char *words); // label, help or zero of a FieldInfo
QString fieldProblemWords(const FieldProblem &problem); // one or two sentences, shown beside the field

} // namespace motley
