// Says who prepares a run: that program holds a lock on the run's folder, which the kernel releases when the program
// ends, however it ends.
#pragma once

#include "engine/base/descriptor.h"

#include <QString>

namespace motley {

class PreparationLock {
public:
    PreparationLock() = default;
    explicit PreparationLock(const QString &folder); // holds nothing if the folder cannot be written
    PreparationLock(PreparationLock &&) noexcept = default;
    PreparationLock &operator=(PreparationLock &&) noexcept = default;
    ~PreparationLock(); // the run is prepared no more

    static bool isHeld(const QString &folder); // by this program or another one

private:
    QString m_path;
    Descriptor m_file;
};

} // namespace motley
