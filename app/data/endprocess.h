// Ends a program that its starter has no use for any more.
#pragma once

class QObject;
class QProcess;

namespace motley {

// Waits for no end, as a file server that is gone may hold the engine up for minutes: the process is no child of
// `starter`, which hears nothing of it any more, and goes when it has ended. nullptr: there is none.
void endProcess(QProcess *process, const QObject *starter);

} // namespace motley
