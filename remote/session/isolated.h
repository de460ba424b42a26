// Words of another language inside a sentence, such as a cause that a machine tells in English or a path.
#pragma once

#include <QString>

namespace motley {

// So that in a sentence from right to left they read as they would alone, and what is beside them stays in its place:
// without this, a number or colon before English words goes on with these, at their other end.
QString isolated(const QString &words);

} // namespace motley
