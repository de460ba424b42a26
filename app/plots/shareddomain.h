// What the names of machines have in common at their end, which tells none of them from the others.
#pragma once

#include <QStringList>

namespace motley {

// ".cluster.example.org" of "gpu-1.cluster.example.org" and "gpu-2.cluster.example.org". Empty: there is none, or one
// machine alone.
QString sharedDomain(const QStringList &names);

} // namespace motley
