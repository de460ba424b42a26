// Who is lost in a run and who goes on, in sentences.
#pragma once

#include "engine/plan/balance/runmembers.h"

#include <QString>
#include <QStringList>

namespace motley {

// `machines`: the names of the plan's machines, as people read them.
QString membershipWords(const MembershipChanged &changed, const QStringList &machines); // who, why, and who goes on
QString generationWords(const GenerationFormed &formed); // how long it took
QString lossWords(const RunMembers::Loss &loss); // since when and why, beside the name of its machine
// "Lost on the way: box after step 120.", for the end of a run. Empty: nobody was lost.
QString lostOnTheWay(const RunMembers &members, const QStringList &machines);
QString notInTheRun(); // in place of a share

} // namespace motley
