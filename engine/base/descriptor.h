// An open file descriptor that is closed where its owner ends.
#pragma once

#include <unistd.h>

#include <string>
#include <string_view>
#include <utility>

namespace motley {

class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int descriptor) : m_descriptor(descriptor) { }
    Descriptor(Descriptor &&other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) { }
    Descriptor &operator=(Descriptor &&other) noexcept
    {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }
    ~Descriptor() { close(); }

    explicit operator bool() const { return m_descriptor >= 0; }
    int get() const { return m_descriptor; }
    int release() { return std::exchange(m_descriptor, -1); }
    void close()
    {
        if (m_descriptor >= 0)
            ::close(release());
    }

private:
    int m_descriptor = -1;
};

struct Pipe {
    Descriptor reader;
    Descriptor writer;
};
Pipe makePipe(); // close-on-exec; both empty if the system has no descriptors left

bool writeAll(int descriptor, std::string_view bytes); // false: errno says why
std::string systemReason(int error); // "No space left on device"

} // namespace motley
