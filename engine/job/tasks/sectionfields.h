// For *fields.h files only: the two sections of a task in a job, its model and its data.
#pragma once

#include "engine/json/jsonfields.h"

namespace motley {

template <typename Fields>
void describeSections(Fields &fields, auto &spec)
{
    fields("model", spec.model, {translatable("JobField", "Model"), translatable("JobField", "The network.")});
    fields("data", spec.data, {translatable("JobField", "Data"), translatable("JobField", "What it learns from.")});
}

} // namespace motley
