#include "engine/data/hdf5/hdf5handle.h"

#include <utility>

namespace motley {

namespace {

std::mutex &libraryMutex()
{
    static std::mutex mutex;
    return mutex;
}

herr_t gather(unsigned, const H5E_error2_t *entry, void *words)
{
    auto &text = *static_cast<std::string *>(words);
    if (entry->desc && *entry->desc)
        text += (text.empty() ? "" : ": ") + std::string(entry->desc);
    return 0;
}

herr_t refuseExternalLink(
    const char *, const char *, const char *, const char *, unsigned *, hid_t, void *) // H5L_elink_traverse_t
{
    return -1;
}

} // namespace

Hdf5Lock::Hdf5Lock() : m_guard(libraryMutex())
{
    // A program may end while another of its threads still reads, from under which HDF5 would close the files.
    [[maybe_unused]] static const herr_t staysOpen = H5dont_atexit();
    H5open();
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    H5PLset_loading_state(0);
}

Hdf5Handle::Hdf5Handle(Hdf5Handle &&other) noexcept : m_id(std::exchange(other.m_id, -1)), m_closer(other.m_closer) { }

Hdf5Handle &Hdf5Handle::operator=(Hdf5Handle &&other) noexcept
{
    std::swap(m_id, other.m_id);
    std::swap(m_closer, other.m_closer);
    return *this;
}

Hdf5Handle::~Hdf5Handle()
{
    if (m_id >= 0)
        m_closer(m_id);
}

std::string hdf5Words()
{
    std::string words;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, gather, &words);
    return words;
}

Hdf5Handle hdf5LinkAccess(hid_t propertyClass)
{
    Hdf5Handle list(H5Pcreate(propertyClass), H5Pclose);
    H5Pset_elink_cb(list.id(), refuseExternalLink, nullptr);
    return list;
}

} // namespace motley
