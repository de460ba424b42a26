#include "app/words/leftoutwords.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace motley {

namespace {

struct LeftOutWords {
    Q_DECLARE_TR_FUNCTIONS(motley::LeftOutWords)
};

} // namespace

QString leftOutWords(std::int64_t messages)
{
    const auto count = static_cast<int>(std::min<std::int64_t>(messages, std::numeric_limits<int>::max()));
    return LeftOutWords::tr("%Ln more message(s) like these are not shown.", nullptr, count);
}

} // namespace motley
