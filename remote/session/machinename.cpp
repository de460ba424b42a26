#include "remote/session/machinename.h"

#include "remote/session/localsession.h"

namespace motley {

QString nameOfThisComputer()
{
    return LocalSession::tr("This computer");
}

QString insideSentence(const QString &machine)
{
    return machine == nameOfThisComputer() ? QString::fromStdString(LocalSession().name()) : machine;
}

} // namespace motley
