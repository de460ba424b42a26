// The widget of each kind of field of a job: what a user types in it, and the value that this becomes.
#pragma once

#include "engine/job/fieldviews.h"

#include <QWidget>

#include <functional>

namespace motley {

// Gets a change of the field by the user, to apply to the field of the job that there is then.
using FieldEdited = std::function<void(const std::function<void(FieldView &)> &change)>;

QWidget *makeEditor(const FieldView &view, const FieldEdited &edited);
void showValue(const FieldView &view, QWidget *editor); // `editor`: of makeEditor(), or the line of a PathField

} // namespace motley
