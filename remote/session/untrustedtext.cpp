#include "remote/session/untrustedtext.h"

#include <QString>

#include <algorithm>

namespace motley {

namespace {

bool isUnfit(QChar character)
{
    const auto code = character.unicode();
    const bool control = code < 0x20 || (code >= 0x7f && code <= 0x9f);
    const bool turnsText = code == 0x061c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e)
        || (code >= 0x2066 && code <= 0x2069);
    return (control && code != '\n' && code != '\t') || turnsText;
}

} // namespace

std::string cleaned(std::string_view bytes)
{
    auto text = QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
    text.removeIf(isUnfit);
    return text.trimmed().toStdString();
}

} // namespace motley
