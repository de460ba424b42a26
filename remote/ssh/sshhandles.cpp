#include "remote/ssh/sshhandles.h"

#include <libssh/libssh.h>

namespace motley {

void SshSessionCloser::operator()(ssh_session_struct *session) const
{
    // A socket that it was given is forgotten by ssh_disconnect() without being closed, unless that is taken back.
    const int none = -1;
    ssh_options_set(session, SSH_OPTIONS_FD, &none);
    if (ssh_is_connected(session))
        ssh_disconnect(session);
    ssh_free(session);
}

void SshChannelCloser::operator()(ssh_channel_struct *channel) const
{
    ssh_channel_free(channel);
}

void SshKeyCloser::operator()(ssh_key_struct *key) const
{
    ssh_key_free(key);
}

} // namespace motley
