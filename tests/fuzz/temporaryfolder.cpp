#include "tests/fuzz/temporaryfolder.h"

#include <stdlib.h> // mkdtemp

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace motley {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(std::initializer_list<const char *> inside)
    : m_path((fs::temp_directory_path() / "motley-fuzz-XXXXXX").string())
{
    if (!::mkdtemp(m_path.data()))
        throw std::system_error(errno, std::generic_category(), "mkdtemp");
    for (const char *folder : inside)
        fs::create_directory(fs::path(m_path) / folder);
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

// A name that leads out of the folder would be that of somebody else's file.
void TemporaryFolder::write(const std::string &name, std::string_view bytes) const
{
    if (std::count(name.begin(), name.end(), '/') > 1 || name.find("..") != std::string::npos)
        return;
    std::ofstream(m_path + "/" + name, std::ios::binary) << bytes;
}

} // namespace motley
