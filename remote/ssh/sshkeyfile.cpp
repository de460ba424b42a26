#include "remote/ssh/sshkeyfile.h"

#include "remote/ssh/sshwire.h"

#include <QByteArray>

#include <cstring>
#include <libssh/libssh.h>
#include <sys/stat.h>
#include <unistd.h>

namespace motley {

namespace {

struct PassphraseRequest {
    const char *passphrase;
    bool asked = false;
};

int answerPassphrase(const char *, char *buffer, std::size_t length, int, int, void *userdata)
{
    auto &request = *static_cast<PassphraseRequest *>(userdata);
    request.asked = true;
    if (!request.passphrase || std::strlen(request.passphrase) >= length)
        return -1;
    std::strcpy(buffer, request.passphrase);
    return 0;
}

} // namespace

SshKeyHandle readPublicKey(const std::string &path)
{
    ssh_key key = nullptr;
    if (ssh_pki_import_pubkey_file((path + ".pub").c_str(), &key) != SSH_OK)
        ssh_pki_import_pubkey_file(path.c_str(), &key);
    return SshKeyHandle(key);
}

SshKeyHandle readCertificate(const std::string &path)
{
    ssh_key key = nullptr;
    ssh_pki_import_cert_file(path.c_str(), &key);
    SshKeyHandle certificate(key);
    const bool isCertificate = certificate
        && std::string_view(ssh_key_type_to_char(ssh_key_type(certificate.get()))).ends_with("-cert-v01@openssh.com");
    return isCertificate ? std::move(certificate) : SshKeyHandle();
}

bool isCertificateFor(std::string_view certificate, std::string_view key)
{
    return readString(certificate) && readString(certificate) && readString(key) && !key.empty()
        && certificate.starts_with(key);
}

std::string blobOf(const SshKeyHandle &key)
{
    char *text = nullptr;
    if (!key || ssh_pki_export_pubkey_base64(key.get(), &text) != SSH_OK)
        return {};
    const auto blob = QByteArray::fromBase64(text).toStdString();
    ssh_string_free_char(text);
    return blob;
}

bool isOpenToOthers(const std::string &path)
{
    struct stat status { };
    return ::stat(path.c_str(), &status) == 0 && status.st_uid == ::getuid() && (status.st_mode & 077) != 0;
}

PrivateKey readPrivateKey(const std::string &path, const char *passphrase)
{
    PassphraseRequest request{passphrase};
    ssh_key key = nullptr;
    const int code = ssh_pki_import_privkey_file(path.c_str(), nullptr, &answerPassphrase, &request, &key);
    PrivateKey result;
    result.needsPassphrase = code != SSH_OK && request.asked;
    if (code == SSH_OK)
        result.key.reset(key);
    return result;
}

} // namespace motley
