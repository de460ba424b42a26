// Fields as bytes, in the order in which describe() lists them, for files that only this program reads again. Numbers
// keep each of their bits. A reader knows no error but "not so".
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace motley {

constexpr std::int64_t mostReserved = 1024; // items, before they are there

template <typename T>
constexpr bool isOneNumber = std::is_floating_point_v<T> || std::is_integral_v<T>;

class FieldBytesWriter {
public:
    explicit FieldBytesWriter(std::string &bytes) : m_bytes(bytes) { }

    template <typename T>
    void operator()(const char * /*name*/, T &value)
    {
        write(value);
    }

    // Small numbers of either sign are short.
    void writeWhole(std::int64_t value)
    {
        auto rest = std::uint64_t(value) << 1 ^ (value < 0 ? ~std::uint64_t(0) : 0);
        for (; rest >= 0x80; rest >>= 7)
            m_bytes += char(rest | 0x80);
        m_bytes += char(rest);
    }

    void writeText(std::string_view text)
    {
        writeWhole(std::int64_t(text.size()));
        m_bytes += text;
    }

private:
    template <typename T>
    void write(std::optional<T> &value)
    {
        writeWhole(value.has_value());
        if (value)
            write(*value);
    }

    template <typename T>
    void write(std::vector<T> &values)
    {
        writeWhole(std::int64_t(values.size()));
        for (T &value : values)
            write(value);
    }

    template <typename T>
    void write(T &value)
    {
        if constexpr (std::is_floating_point_v<T>) {
            m_bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
        } else if constexpr (std::is_integral_v<T>) {
            writeWhole(std::int64_t(value));
        } else if constexpr (std::is_same_v<T, std::string>) {
            writeText(value);
        } else {
            describe(*this, value);
        }
    }

    std::string &m_bytes;
};

class FieldBytesReader {
public:
    explicit FieldBytesReader(std::string_view bytes) : m_rest(bytes) { }

    template <typename T>
    void operator()(const char * /*name*/, T &value)
    {
        read(value);
    }

    std::int64_t readWhole();
    std::string_view readText();

    bool isGood() const { return m_isGood; } // all that was asked for was there
    std::string_view rest() const { return m_rest; }

private:
    template <typename T>
    void read(std::optional<T> &value)
    {
        bool has = false;
        read(has);
        if (has && m_isGood)
            read(value.emplace());
    }

    template <typename T>
    void read(std::vector<T> &values)
    {
        const auto count = readWhole();
        m_isGood = m_isGood && count >= 0 && std::uint64_t(count) <= m_rest.size(); // each has a byte at least
        if (m_isGood)
            values.reserve(std::size_t(std::min(count, mostReserved)));
        for (std::int64_t i = 0; i < count && m_isGood; ++i)
            read(values.emplace_back());
    }

    template <typename T>
    void read(T &value)
    {
        if constexpr (std::is_floating_point_v<T>) {
            if (const auto bytes = take(sizeof value); m_isGood)
                bytes.copy(reinterpret_cast<char *>(&value), sizeof value);
        } else if constexpr (std::is_integral_v<T>) {
            const auto whole = readWhole();
            value = static_cast<T>(whole);
            m_isGood = m_isGood && std::int64_t(value) == whole;
        } else if constexpr (std::is_same_v<T, std::string>) {
            value = readText();
        } else {
            describe(*this, value);
        }
    }

    std::string_view take(std::size_t size)
    {
        m_isGood = m_isGood && size <= m_rest.size();
        const auto bytes = m_rest.substr(0, m_isGood ? size : 0);
        m_rest.remove_prefix(bytes.size());
        return bytes;
    }

    std::string_view m_rest;
    bool m_isGood = true;
};

inline std::int64_t FieldBytesReader::readWhole()
{
    std::uint64_t value = 0;
    for (int shift = 0; m_isGood; shift += 7) {
        const auto byte = take(1);
        m_isGood = m_isGood && shift < 64;
        if (!m_isGood)
            break;
        value |= std::uint64_t(byte.front() & 0x7f) << shift;
        if ((byte.front() & 0x80) == 0)
            return std::int64_t(value >> 1 ^ (value & 1 ? ~std::uint64_t(0) : 0));
    }
    return 0;
}

inline std::string_view FieldBytesReader::readText()
{
    const auto size = readWhole();
    m_isGood = m_isGood && size >= 0;
    return take(m_isGood ? std::size_t(size) : 0);
}

// Says which fields there are, of what kind and in which order, so that bytes of another list are not taken for this.
class FieldBytesForm {
public:
    template <typename T>
    void operator()(const char *name, T &value)
    {
        m_form += name;
        add(value);
    }

    const std::string &form() const { return m_form; }

private:
    template <typename T>
    void add(std::optional<T> & /*value*/)
    {
        T inner{};
        m_form += '?';
        add(inner);
    }

    template <typename T>
    void add(std::vector<T> & /*values*/)
    {
        T inner{};
        m_form += '*';
        add(inner);
    }

    template <typename T>
    void add(T &value)
    {
        if constexpr (isOneNumber<T>) {
            m_form += std::is_floating_point_v<T> ? ":real " : ":whole ";
        } else if constexpr (std::is_same_v<T, std::string>) {
            m_form += ":text ";
        } else {
            m_form += "{ ";
            describe(*this, value);
            m_form += "} ";
        }
    }

    std::string m_form;
};

} // namespace motley
