// A folder with files, for readers that take a folder.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace motley {

class TemporaryFolder {
public:
    explicit TemporaryFolder(std::initializer_list<const char *> inside); // throws std::system_error
    ~TemporaryFolder(); // removes it with what is in it
    TemporaryFolder(const TemporaryFolder &) = delete;
    TemporaryFolder &operator=(const TemporaryFolder &) = delete;

    const std::string &path() const { return m_path; }
    void write(const std::string &name, std::string_view bytes) const; // unless no file can have this name

private:
    std::string m_path;
};

} // namespace motley
