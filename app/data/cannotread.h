#pragma once

#include "engine/base/result.h"

#include <QFile>

namespace motley {

tl::unexpected<Error> cannotRead(const QFile &file); // of the data, as the system says

} // namespace motley
