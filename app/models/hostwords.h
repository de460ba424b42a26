// The word and the icon of a machine's state, the same on every page.
#pragma once

#include "remote/fleet/fleet.h"

#include <QIcon>
#include <QStringList>

namespace motley {

QString stateWord(const Host &host);
QStringList longStateWords(); // those of stateWord() that a column of states has to have room for
QIcon stateIcon(const Host &host);
QString gpuProblemSentence(const ProbeReport &report); // empty: there is no problem

} // namespace motley
