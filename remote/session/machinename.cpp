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

QString insideSentence(const QString &shownName)
{
    return shownName == nameOfThisComputer() ? QString::fromStdString(LocalSession().name()) : shownName;
}

} // namespace motley
