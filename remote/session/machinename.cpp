#include "remote/session/machinename.h"

#include "remote/session/localsession.h"

namespace motley {

QString nameOfThisComputer()
{
    return LocalSession::tr("This computer");
}

QString shownName(const QString &machine)
{
    return machine == QStringLiteral("local") ? nameOfThisComputer() : machine;
}

QString insideSentence(const QString &machine)
{
    const QString shown = shownName(machine);
    return shown == nameOfThisComputer() ? QString::fromStdString(LocalSession().name()) : shown;
}

} // namespace motley
