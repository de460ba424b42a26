// libssh's handles, owned from the line that creates them. No header of libssh is included outside remote/ssh/*.cpp.
#pragma once

#include <memory>

struct ssh_session_struct;
struct ssh_channel_struct;
struct ssh_key_struct;

namespace motley {

struct SshSessionCloser {
    void operator()(ssh_session_struct *session) const;
};
struct SshChannelCloser {
    void operator()(ssh_channel_struct *channel) const;
};
struct SshKeyCloser {
    void operator()(ssh_key_struct *key) const;
};

using SshSessionHandle = std::unique_ptr<ssh_session_struct, SshSessionCloser>;
using SshChannelHandle = std::unique_ptr<ssh_channel_struct, SshChannelCloser>;
using SshKeyHandle = std::unique_ptr<ssh_key_struct, SshKeyCloser>;

} // namespace motley
