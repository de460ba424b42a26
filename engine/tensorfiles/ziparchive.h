// The files inside a zip archive that holds them uncompressed, as torch.save does: where their bytes lie.
// PyTorchStreamReader would copy each file, into as much memory as the archive claims.
#pragma once

#include "engine/base/result.h"

#include <map>
#include <string>
#include <string_view>

namespace motley {

bool looksLikeZip(std::string_view bytes);

// The files by name; the values are parts of `bytes`. Reads archives beyond 4 GiB too. Checksums are not compared.
Result<std::map<std::string, std::string_view>> storedZipFiles(std::string_view bytes);

} // namespace motley
