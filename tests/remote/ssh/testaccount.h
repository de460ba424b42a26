// An account that exists for one test; root only.
#pragma once

#include "sshdserver.h"

#include <QString>

namespace motley {

class TestAccount {
public:
    TestAccount() = default;
    ~TestAccount();
    TestAccount(const TestAccount &) = delete;
    TestAccount &operator=(const TestAccount &) = delete;

    Result<void> create(const QString &password); // an Error is a reason to QSKIP
    QString name() const { return m_name; }

private:
    QString m_name;
};

} // namespace motley
