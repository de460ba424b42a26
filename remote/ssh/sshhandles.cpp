#include "remote/ssh/sshhandles.h"

#include <libssh/libssh.h>

namespace motley {

void SshSessionCloser::operator()(ssh_session_struct *session) const
{
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
