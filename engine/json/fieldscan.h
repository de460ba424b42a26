// Reads fields in the order in which describe() lists them, as FieldWriter writes them, without a tree of values in
// between. What looks otherwise is not read, and wants FieldReader: this knows no error but "not so".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace motley {

class FieldScan {
public:
    explicit FieldScan(std::string_view text) : m_rest(text) { }

    template <typename T>
    void operator()(const char *name, T &value)
    {
        if (!m_isFirst)
            take(",");
        m_isFirst = false;
        take("\"");
        take(name);
        take("\":");
        read(value);
    }

    template <typename T>
    void object(T &value) // with its braces
    {
        begin();
        describe(*this, value);
        take("}");
    }

    void begin() // an object whose fields come next
    {
        take("{");
        m_isFirst = true;
    }

    void take(std::string_view expected)
    {
        m_isGood = m_isGood && m_rest.substr(0, expected.size()) == expected;
        if (m_isGood)
            m_rest.remove_prefix(expected.size());
    }
    bool isAtEnd() const { return m_isGood && m_rest.empty(); } // all was as it should be

private:
    template <typename T>
    void read(std::optional<T> &value)
    {
        if (m_rest.substr(0, 4) == "null")
            return m_rest.remove_prefix(4);
        read(value.emplace());
    }

    template <typename T>
    void read(std::vector<T> &values)
    {
        take("[");
        while (m_isGood && !m_rest.empty() && m_rest.front() != ']') {
            if (!values.empty())
                take(",");
            object(values.emplace_back());
        }
        take("]");
        m_isFirst = false;
    }

    template <typename T>
    void read(T &value)
    {
        if constexpr (std::is_same_v<T, bool>)
            readFlag(value);
        else if constexpr (std::is_floating_point_v<T>)
            readNumber(value);
        else if constexpr (std::is_integral_v<T>)
            readWhole(value);
        else
            readText(value);
    }

    template <typename T>
    void readWhole(T &value)
    {
        std::int64_t whole = 0;
        readWhole64(whole);
        value = static_cast<T>(whole);
        m_isGood = m_isGood && std::int64_t(value) == whole;
    }

    void readFlag(bool &value);
    void readWhole64(std::int64_t &value);
    void readNumber(double &value);
    void readText(std::string &value); // without escapes, in ASCII
    std::string_view takeNumber(); // as JSON has it; empty: there is none

    std::string_view m_rest;
    bool m_isGood = true;
    bool m_isFirst = true; // field of its object
};

} // namespace motley
