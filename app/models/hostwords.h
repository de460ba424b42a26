// The word and the icon of a machine's state, the same on every page.
#pragma once

#include "remote/fleet/fleet.h"

#include <QDateTime>
#include <QIcon>
#include <QStringList>

namespace motley {

bool wasSeenLately(const QDateTime &lastSeen, const QDateTime &now);
// False too where the machine was ready and cannot be asked again by itself, some minutes after it was seen last.
bool isReadyNow(const Host &host, const QDateTime &now = QDateTime::currentDateTime());
QString stateWord(const Host &host);
QStringList longStateWords(); // those of stateWord() that a column of states has to have room for
QIcon stateIcon(const Host &host);
// Which other machine of the list this one is too, or has a GPU of. Empty: none, as far as they have answered.
QString sharedHardwareSentence(const Fleet &fleet, const Host &host);
QString sharedHardwareSentence(const std::vector<const Host *> &hosts); // of any two of them
QString gpuProblemSentence(const ProbeReport &report); // empty: there is no problem

// Whose processes compute on a GPU, each account once, as far as the driver and the system say so.
QStringList accountsOn(const Host &host, const std::string &gpuUuid);
QString gpuUsesText(const Host &host, const std::string &gpuUuid); // a line for each process
QString gpuText(const GpuReport &gpu); // what it is, in lines

} // namespace motley
