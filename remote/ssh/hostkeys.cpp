#include "remote/ssh/hostkeys.h"

#include "engine/base/descriptor.h"
#include "remote/session/sentence.h"
#include "remote/ssh/knownhostsline.h"
#include "remote/ssh/sshwire.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QMessageAuthenticationCode>
#include <QRandomGenerator>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sys/stat.h>

namespace motley {

namespace {

struct HostKeyWords {
    Q_DECLARE_TR_FUNCTIONS(motley::hostkeys)
    MOTLEY_PHRASES(motley::hostkeys)
};

// A list that is a named pipe or a device would never be read to its end. /dev/null is how a configuration names none.
std::ifstream openKeyList(const std::string &file)
{
    std::error_code ignored;
    const bool isOther = std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored)
        && std::filesystem::canonical(file, ignored) != "/dev/null";
    std::ifstream stream;
    if (isOther) {
        errno = EINVAL;
        stream.setstate(std::ios::failbit);
    } else {
        stream.open(file, std::ios::binary);
    }
    return stream;
}

// Calls visit(entry, line number) for the lines about a name; visit returns whether to go on.
Result<void> forEachEntry(
    const std::string &file, const std::string &name, const std::function<void(const KnownHostsLine &, int)> &visit)
{
    std::error_code unknown;
    if (!std::filesystem::exists(file, unknown) && !unknown)
        return {};
    std::ifstream stream = openKeyList(file);
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        const auto entry = parseKnownHostsLine(line);
        if (entry && matchesHost(*entry, name))
            visit(*entry, number);
    }
    if (!stream.eof())
        return sentence(
            HostKeyWords::phrase(
                "The list of known hosts %1 cannot be read, so no host key can be judged. Make it readable.")
                .arg(QString::fromStdString(file)),
            std::strerror(errno));
    return {};
}

std::string hashedName(const std::string &name)
{
    QByteArray salt(20, '\0');
    QRandomGenerator::system()->fillRange(reinterpret_cast<quint32 *>(salt.data()), salt.size() / 4);
    const auto hash = QMessageAuthenticationCode::hash(QByteArray::fromStdString(name), salt, QCryptographicHash::Sha1);
    return "|1|" + salt.toBase64().toStdString() + '|' + hash.toBase64().toStdString();
}

} // namespace

std::string HostKey::type() const
{
    std::string_view rest = blob;
    const auto type = readString(rest).value_or(std::string_view());
    return type.size() < 100 ? std::string(type) : std::string();
}

std::string HostKey::fingerprint() const
{
    return "SHA256:"
        + QCryptographicHash::hash(QByteArray::fromStdString(blob), QCryptographicHash::Sha256)
              .toBase64(QByteArray::OmitTrailingEquals)
              .toStdString();
}

Result<HostKeyFinding> findHostKey(const HostKey &key, const std::string &name, const std::vector<std::string> &files)
{
    using Trust = HostKeyFinding::Trust;
    HostKeyFinding finding;
    for (const auto &file : files) {
        const auto read = forEachEntry(file, name, [&](const KnownHostsLine &entry, int line) {
            const bool same = entry.key == key;
            auto trust = same ? Trust::Known : Trust::Changed;
            if (entry.marker == KnownHostsLine::Marker::Revoked)
                trust = same ? Trust::Revoked : Trust::OtherRevoked;
            else if (entry.marker == KnownHostsLine::Marker::CertAuthority)
                trust = Trust::Authority;
            if (trust > finding.trust) // among equals the first line counts
                finding = {trust, file, line, entry.key.fingerprint()};
        });
        if (!read)
            return tl::unexpected(read.error());
    }
    return finding;
}

Result<int> lineInRevokedKeys(const HostKey &key, const std::string &file)
{
    const auto shown = QString::fromStdString(file);
    std::ifstream stream = openKeyList(file);
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        if (number == 1 && line.starts_with("SSHKRL"))
            return sentence(HostKeyWords::phrase(
                "RevokedHostKeys of your SSH configuration names %1, a list in the binary format (KRL). "
                "Only lists in text, a key in each line, are supported.")
                                .arg(shown));
        const auto start = line.find_first_not_of(" \t\r");
        if (start == std::string::npos || line[start] == '#')
            continue;
        const auto entry = parseKnownHostsLine("* " + line); // the same grammar but for the names in front
        if (!entry)
            return sentence(
                HostKeyWords::phrase("Line %1 of the revoked host keys %2 is not a key, so no host key can be trusted.")
                    .arg(number)
                    .arg(shown));
        if (entry->key == key)
            return number;
    }
    if (!stream.eof())
        return sentence(HostKeyWords::phrase(
                            "RevokedHostKeys of your SSH configuration names %1, which cannot be read, so no host key "
                            "can be trusted. Make it readable, or name no file.")
                            .arg(shown),
            std::strerror(errno));
    return 0;
}

Result<std::vector<std::string>> knownKeyTypes(const std::string &name, const std::vector<std::string> &files)
{
    std::vector<std::string> types;
    for (const auto &file : files) {
        const auto read = forEachEntry(file, name, [&](const KnownHostsLine &entry, int) {
            const auto type = entry.key.type();
            if (entry.marker == KnownHostsLine::Marker::None
                && std::find(types.begin(), types.end(), type) == types.end())
                types.push_back(type);
        });
        if (!read)
            return tl::unexpected(read.error());
    }
    return types;
}

Result<void> addKnownHost(const HostKey &key, const std::string &name, const std::string &file, bool hashed)
{
    const auto failed = [&] {
        const std::string cause = std::strerror(errno);
        return sentence(
            HostKeyWords::phrase("The host key could not be added to %1.").arg(QString::fromStdString(file)), cause);
    };
    const auto folder = std::filesystem::path(file).parent_path();
    if (!folder.empty() && ::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return failed();
    const Descriptor descriptor(::open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600));
    if (!descriptor)
        return failed();

    std::string line = (hashed ? hashedName(name) : name) + ' ' + key.type() + ' '
        + QByteArray::fromStdString(key.blob).toBase64().toStdString() + '\n';
    const auto size = ::lseek(descriptor.get(), 0, SEEK_END);
    char last = '\n';
    if (size > 0 && ::pread(descriptor.get(), &last, 1, size - 1) == 1 && last != '\n')
        line.insert(0, 1, '\n');
    if (::write(descriptor.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size()))
        return failed();
    return {};
}

} // namespace motley
