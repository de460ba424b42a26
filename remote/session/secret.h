// What a user typed to log in. Its bytes are overwritten on destruction and never written anywhere.
#pragma once

#include <QByteArray>
#include <QString>

#include <cstring>

namespace motley {

class Secret {
public:
    explicit Secret(QString text) : m_bytes(text.toUtf8())
    {
        if (text.isDetached())
            explicit_bzero(text.data(), static_cast<std::size_t>(text.size()) * sizeof(QChar));
    }
    ~Secret() { explicit_bzero(m_bytes.data(), static_cast<std::size_t>(m_bytes.size())); }
    Secret(const Secret &) = delete;
    Secret &operator=(const Secret &) = delete;

    const char *text() const { return m_bytes.constData(); }

private:
    QByteArray m_bytes;
};

} // namespace motley
