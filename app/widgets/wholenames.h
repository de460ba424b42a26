// Host names in sentences over several lines, where a line would end at their hyphens.
#pragma once

#include <QString>

class QLabel;

namespace motley {

QString wholeNames(
    const QString &sentence); // to be shown alone: the hyphens in host names are others, at which no line ends
QString plainHyphens(QString shown); // to be copied
void setSentence(QLabel *label, const QString &sentence); // shown with whole names, read aloud as it is

} // namespace motley
