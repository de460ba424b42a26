// The name of a sender. Unfinished uploads carry it, so that parallel clients never write into the same file and a
// later call finds what an earlier one left.
#pragma once

#include <string>

namespace motley {

class UploadClient {
public:
    UploadClient(); // a name that no other live upload has
    ~UploadClient();
    UploadClient(const UploadClient &) = delete;
    UploadClient &operator=(const UploadClient &) = delete;

    const std::string &name() const { return m_name; }

    // Whether an upload was begun by this computer and its sender has ended, so that another client may resume it.
    static bool isAbandoned(const std::string &client);
    static const std::string &installId(); // of this user on this computer; made once

private:
    std::string m_name;
};

} // namespace motley
