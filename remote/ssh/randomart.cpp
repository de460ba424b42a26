#include "remote/ssh/randomart.h"

#include "remote/ssh/keypolicy.h"

#include <QCryptographicHash>

#include <algorithm>
#include <array>
#include <string_view>

namespace motley {

namespace {

constexpr int width = 17;
constexpr int height = 9;
constexpr std::string_view values = " .o+=*BOX@%&#/^SE"; // by number of visits; the last two: start and end

// "RSA 3072"
std::string title(const HostKey &key)
{
    const auto type = key.type();
    if (type == "ssh-ed25519")
        return "ED25519 256";
    if (type.starts_with("ecdsa-sha2-nistp"))
        return "ECDSA " + type.substr(type.size() - 3);
    if (type != "ssh-rsa")
        return type.substr(0, width);
    return "RSA " + std::to_string(rsaBits(key.blob));
}

std::string border(const std::string &word)
{
    const std::string text = ('[' + word + ']').substr(0, width);
    const auto left = (width - text.size()) / 2;
    return '+' + std::string(left, '-') + text + std::string(width - text.size() - left, '-') + '+';
}

} // namespace

std::string randomArt(const HostKey &key)
{
    const auto digest = QCryptographicHash::hash(QByteArray::fromStdString(key.blob), QCryptographicHash::Sha256);
    std::array<std::array<std::size_t, width>, height> visits{};
    int x = width / 2;
    int y = height / 2;
    for (const char character : digest) {
        auto bits = static_cast<unsigned char>(character);
        for (int move = 0; move < 4; ++move, bits >>= 2) {
            x = std::clamp(x + (bits & 1 ? 1 : -1), 0, width - 1);
            y = std::clamp(y + (bits & 2 ? 1 : -1), 0, height - 1);
            visits[y][x] = std::min(visits[y][x] + 1, values.size() - 3);
        }
    }
    visits[height / 2][width / 2] = values.size() - 2;
    visits[y][x] = values.size() - 1;

    std::string picture = border(title(key)) + '\n';
    for (const auto &row : visits) {
        picture += '|';
        for (const auto count : row)
            picture += values[count];
        picture += "|\n";
    }
    return picture + border("SHA256");
}

} // namespace motley
