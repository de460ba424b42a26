#include "remote/session/savefile.h"

#include <QSaveFile>

namespace motley {

bool commitWhole(QSaveFile &file)
{
    return file.isOpen() && file.flush() && file.commit();
}

} // namespace motley
