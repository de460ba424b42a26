// For the .cpp files that call HDF5: its lock, handles and error messages.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <mutex>
#include <string>
#include <type_traits>

namespace motley {

// HDF5 may be called only while an Hdf5Lock is held, because Debian's build is not thread-safe. The lock also turns off
// HDF5's messages on stderr and filters from plug-in files, because a data file must not make us load code.
class Hdf5Lock {
public:
    Hdf5Lock();

private:
    std::lock_guard<std::mutex> m_guard;
};

class Hdf5Handle {
public:
    using Closer = herr_t (*)(hid_t);

    Hdf5Handle() = default;
    Hdf5Handle(hid_t id, Closer closer) : m_id(id), m_closer(closer) { }
    Hdf5Handle(Hdf5Handle &&other) noexcept;
    Hdf5Handle &operator=(Hdf5Handle &&other) noexcept;
    ~Hdf5Handle();

    hid_t id() const { return m_id; }
    explicit operator bool() const { return m_id >= 0; }

private:
    hid_t m_id = -1;
    Closer m_closer = nullptr;
};

std::string hdf5Words(); // why the last call failed, from the outermost to the innermost error

template <typename Number>
hid_t nativeHdf5Type()
{
    if constexpr (std::is_same_v<Number, std::int64_t>)
        return H5T_NATIVE_INT64;
    else if constexpr (std::is_same_v<Number, std::int32_t>)
        return H5T_NATIVE_INT32;
    else if constexpr (std::is_same_v<Number, std::uint64_t>)
        return H5T_NATIVE_UINT64;
    else if constexpr (std::is_same_v<Number, std::uint8_t>)
        return H5T_NATIVE_UINT8;
    else
        return H5T_NATIVE_FLOAT;
}

Hdf5Handle hdf5LinkAccess(hid_t propertyClass); // a property list that follows no link into another file

} // namespace motley
