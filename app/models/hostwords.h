// The word and the icon of a machine's state, the same on every page.
#pragma once

#include "remote/fleet/fleet.h"

#include <QIcon>
#include <QString>

namespace motley {

QString stateWord(const Host &host);
QIcon stateIcon(const Host &host);
QString gpuProblemSentence(const ProbeReport &report); // empty: there is no problem

} // namespace motley
