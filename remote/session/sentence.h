// A translated sentence for people as an Error.
#pragma once

#include "engine/base/result.h"

#include <QString>

namespace motley {

inline tl::unexpected<Error> sentence(const QString &message, std::string detail = {})
{
    return fail(message.toStdString(), std::move(detail));
}

} // namespace motley
