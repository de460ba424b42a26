// What this computer is called: "This computer" where that stands alone or begins a sentence, and "this computer"
// inside one. Of other machines a name is the same everywhere.
#pragma once

#include <QString>

namespace motley {

QString nameOfThisComputer();
QString shownName(const QString &machine); // of a list of machines, where this computer is "local"
QString insideSentence(const QString &machine); // of such a list, or as it is shown

} // namespace motley
