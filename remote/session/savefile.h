// Files that are replaced as a whole or not at all.
#pragma once

class QSaveFile;

namespace motley {

// Puts what was written in the place of the file. QSaveFile::commit() alone passes over what is left in its buffer and
// cannot be written, as on a full disk, and would put a part of a file there. False: the file is as it was, and
// errorString() says why.
bool commitWhole(QSaveFile &file);

} // namespace motley
