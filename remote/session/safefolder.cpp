#include "remote/session/safefolder.h"

namespace motley {

// The rule of sshd's StrictModes, from / down to where links lead, and links themselves must not be of other people.
// Below / each folder is safe where the one above is, as nobody else can rename it: so there is no race between the
// check and the use. A sticky bit leaves to everybody what is theirs, and a group may have nobody else in it. In a user
// namespace, as of a container without root, the computer's root has no number of its own: there a folder, not a link,
// may also be of the number that stands for all such accounts.
std::string_view safeFolderScript()
{
    return R"sh(me=$(id -u)
shared='-perm -0020'
unmapped=$me
read -r first second count </proc/self/uid_map && [ "$count" != 4294967295 ] && unmapped=$(cat /proc/sys/kernel/overflowuid)
[ "$(id -gn 2>/dev/null)" = "$(id -un)" ] && case $(getent group "$(id -g)" 2>/dev/null) in
*: | *:"$(id -un)") shared="$shared ! -group $(id -g)" ;;
esac
above() {
    top=$1
    shift
    while [ -n "$(find "$top" -prune \( -user 0 -o -user "$me" -o -type d -user "$unmapped" \) "$@" 2>/dev/null)" ]; do
        [ "$top" = / ] && return
        top=${top%/*}
        top=${top:-/}
    done
    return 1
}
isSafe() {
    above "$1" && above "$(cd -P "$1" && pwd -P)" -type d \( -perm -1000 -o ! -perm -0002 ! \( $shared \) \)
}
)sh";
}

} // namespace motley
