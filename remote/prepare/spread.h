// Brings the files of a job to the machines of a run by the links between them, where some of them have what others
// lack.
#pragma once

#include "remote/prepare/runhosts.h"

namespace motley {

// To be called once all have the engine and their links are checked. Afterwards RunHost::dataThere tells what each has;
// what is still missing is left to deployment. Errors: a machine is lost, its disk is too small, stopped. A copy that
// fails between two machines is a warning: the files come another way.
Result<void> spreadData(RunHosts &runHosts, const Manifest &data);

} // namespace motley
