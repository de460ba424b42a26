#include "remote/deploy/deployscripts.h"

#include "remote/session/safefolder.h"
#include "remote/session/ticker.h"

namespace motley {

namespace {

// Files are never changed in place, so equal inode, size and time mean that a file is the one that was verified. A link
// into a shared folder is compared by the file that it leads to.
constexpr const char *common = R"sh(
umask 077
LC_ALL=C
export LC_ALL
IFS= read -r root
at=$root
while [ ! -d "$at" ] && [ "$at" != / ]; do
    at=${at%/*}
    at=${at:-/}
done
unsafe() { echo "unsafe $top"; exit 72; }
isSafe "$at" || unsafe
blobs=$root/blobs/sha256
blobOf() { blob=$blobs/${1%"${1#??}"}/$1; }
stamp() {
    ( cd "$1" && find . \( -type f -o -type l \) ! -name .verified -exec stat -L -c "%n %i %s %y" {} + 2>/dev/null | sort )
}
isVerified() { [ -s "$1/.verified" ] && [ "$(stamp "$1")" = "$(cat "$1/.verified")" ]; }
)sh";

constexpr const char *hashing = R"sh(
if command -v sha256sum >/dev/null 2>&1; then sha() { sha256sum; }
elif command -v shasum >/dev/null 2>&1; then sha() { shasum -a 256; }
elif command -v openssl >/dev/null 2>&1; then sha() { openssl dgst -sha256 -r; }
else exit 73
fi
digest() { set -- $(sha <"$1"); echo "$1"; }
)sh";

constexpr const char *inspect = R"sh(
IFS= read -r kind
IFS= read -r id
IFS= read -r install
# Marks a folder that has nothing of its owner's in it: from others nothing is removed.
isOnlyOurs() {
    [ -d "$blobs" ] || { [ -z "$(ls -A "$root" 2>/dev/null)" ]; return; }
    [ -z "$(ls -A "$root" | grep -vxE "blobs|data|engine|runs|shared")" ]
}
mark=
[ -f "$root/.motley" ] || ! isOnlyOurs || mark=yes
mkdir -p "$blobs" "$root/$kind" || exit 71
[ -w "$blobs" ] && [ -w "$root/$kind" ] || { echo "$root is not writable" >&2; exit 71; }
top=$root
[ -O "$root" ] && [ -z "$(find "$root/" -prune \( -perm -0020 -o -perm -0002 \))" ] || unsafe
[ -z "$mark" ] || : >"$root/.motley"
# Where a file system is mounted noexec, nothing runs, whatever the modes of files say.
runsNothing() {
    try=$root/$kind/.tmp.$install-$$
    printf "#!/bin/sh\n" >"$try" && chmod 700 "$try" && "$try" 2>/dev/null
    code=$?
    rm -f "$try"
    [ $code = 126 ]
}
[ "$kind" = engine ] && runsNothing && exit 80
if isVerified "$root/$kind/$id"; then
    echo tree
    exit 0
fi
find "$blobs" -name "*.part.*" -mtime +0 -exec rm -f {} +
find "$root/$kind"/.tmp.* -prune -mtime +0 -exec rm -rf {} + 2>/dev/null
# Anyone may change a shared file, so a hash counts as long as the file is the one that it was taken of.
isShared() {
    [ -f "$3" ] && [ -r "$3" ] && [ "$(($(wc -c <"$3")))" -eq "$2" ] || return 1
    mark=$root/shared/$1
    now=$(stat -L -c "%n %i %s %y" "$3" 2>/dev/null)
    [ -n "$now" ] && [ "$now" = "$(cat "$mark" 2>/dev/null)" ] && return 0
    [ "$(digest "$3")" = "$1" ] || return 1
    mkdir -p "$root/shared" && printf "%s\n" "$now" >"$mark"
    return 0
}
# The cache of Hugging Face's programs names files by their SHA-256, small ones by a hash of git's: those are found by
# their size. A name proves nothing, so that the bytes are hashed before they count.
findCached() {
    hub=${HF_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/huggingface}/hub
    hub=${HF_HUB_CACHE:-${HUGGINGFACE_HUB_CACHE:-$hub}}
    for file in "$hub"/*--*/blobs/*; do
        name=${file##*/}
        case $name in *[!0-9a-f]*) continue ;; esac
        case ${#name} in
        64) eval "named_$name=\$file" ;;
        40) [ ! -f "$file" ] || eval "sized_$(($(wc -c <"$file")))=\$file" ;;
        esac
    done
}
isCached() {
    eval "cached=\${named_$1:-\${sized_$2:-}}"
    case $cached in "" | *"$newline"*) return 1 ;; esac
    isShared "$1" "$2" "$cached"
}
newline="
"
startTicker 5
findCached
while IFS= read -r hash && IFS= read -r size && IFS= read -r there; do
    if [ -n "$there" ] && isShared "$hash" "$size" "$there"; then
        echo "shared $hash"
        continue
    fi
    blobOf "$hash"
    if [ -f "$blob" ]; then
        if [ "$(digest "$blob")" = "$hash" ]; then
            echo "have $hash"
            continue
        fi
        rm -f "$blob"
        echo "bad $hash"
    fi
    if isCached "$hash" "$size"; then
        echo "cached $hash $cached"
        continue
    fi
    for part in "$blob".part."$install"-*; do
        [ -f "$part" ] && echo "part $hash ${part##*.part.} $(($(wc -c <"$part")))"
    done
done
echo "free $(df -Pk "$root" | sed -n "2s/.* \([0-9][0-9]*\)  *[0-9]*% .*/\1/p")"
)sh";

constexpr const char *receive = R"sh(
IFS= read -r hash
IFS= read -r old
IFS= read -r client
IFS= read -r offset
IFS= read -r size
blobOf "$hash"
mkdir -p "${blob%/*}" || exit 74
part=$blob.part.$client
if [ -n "$old" ]; then
    mv "$blob.part.$old" "$part" || exit 77
else
    : >"$part" || exit 74
fi
[ "$(($(wc -c <"$part")))" -eq "$offset" ] || exit 77
cat >>"$part" || { rm -f "$part"; df -Pk "$root" >&2; exit 74; }
have=$(($(wc -c <"$part")))
[ "$have" -ge "$size" ] || exit 75
startTicker 5
if [ "$(digest "$part")" != "$hash" ]; then
    rm -f "$part"
    exit 76
fi
sync "$part" 2>/dev/null
chmod 600 "$part"
mv -f "$part" "$blob" || exit 74
)sh";

// Whoever is first puts the tree into place; a second client finds the same content there and drops its own.
constexpr const char *assemble = R"sh(
IFS= read -r kind
IFS= read -r id
IFS= read -r client
tree=$root/$kind/$id
new=$root/$kind/.tmp.$client
giveUp() { rm -rf "$new"; exit 74; }
rm -rf "$new"
mkdir -p "$new" || giveUp
while IFS= read -r mode && IFS= read -r hash && IFS= read -r path; do
    case $path in
    */*) mkdir -p "$new/${path%/*}" || giveUp ;;
    esac
    if [ "$mode" = l ]; then
        ln -s "$hash" "$new/$path" || giveUp
        continue
    fi
    blobOf "$hash"
    ln "$blob" "$new/$path" 2>/dev/null || cp "$blob" "$new/$path" || giveUp
    if [ "$mode" = x ]; then
        chmod 700 "$new/$path" || giveUp
    fi
done
stamp "$new" >"$new/.verified" || giveUp
if isVerified "$tree"; then
    rm -rf "$new"
    exit 0
fi
if [ -d "$tree" ]; then
    mv "$tree" "$new.old" || giveUp
fi
mv -T "$new" "$tree" 2>/dev/null || [ -d "$tree" ] || mv "$new" "$tree" || giveUp
rm -rf "$new" "$new.old" "$tree/.tmp.$client"
[ -f "$tree/.verified" ] || exit 74
)sh";

constexpr const char *list = R"sh(
for kind in engine data; do
    for tree in "$root/$kind"/*/; do
        [ -d "$tree" ] || continue
        set -- $(du -sk "$tree")
        tree=${tree%/}
        echo "$kind ${tree##*/} $1"
    done
done
)sh";

// A run lives while its agent does. In a home that machines share, the agent may be a process of another machine: then
// the run counts as live until its log has a finished event.
constexpr const char *liveness = R"sh(
field() { sed -n "s/.*\"$1\": *\"\{0,1\}\([^\",}]*\).*/\1/p" "$run/agent.json"; }
lives() {
    [ -f "$run/agent.json" ] || return
    if [ "$(field hostName)" != "$(uname -n)" ]; then
        ! grep -q "\"type\":\"finished\"" "$run/events.jsonl" 2>/dev/null
        return
    fi
    pid=$(field pid)
    [ -n "$pid" ] && [ -r "/proc/$pid/cmdline" ] && tr "\0" "\n" <"/proc/$pid/cmdline" | grep -q motley-engine
}
)sh";

// Of the machine's restarts. An entry whose engine is gone removes itself then.
constexpr const char *bootEntry = R"sh(
removeBootEntry() {
    [ -f "$run/boot-entry" ] || return
    engine=$(sed -n 2p "$run/boot-entry")
    rm -f "$run/boot-entry"
    [ -x "$engine" ] && "$engine" dial-in "$run" </dev/null >/dev/null 2>&1
}
)sh";

constexpr const char *contents = R"sh(
[ -d "$root" ] || exit 0
startTicker 5
live=
for run in "$root"/runs/*; do
    lives && live="$live ${run##*/}" && engines="$engines $(readlink "/proc/$pid/exe" 2>/dev/null)"
done
size() { set -- $(du -sk "$1" 2>/dev/null); echo "${1:-0}"; }
isUsed() {
    case $engines in *"/$1/"*) return ;; esac
    for id in $live; do
        grep -qF "/$1/" "$root/runs/$id/launch.json" 2>/dev/null && return
    done
    return 1
}
say() {
    used=no
    isUsed "$2" && used=yes
    case " $live " in *" $2 "*) used=yes ;; esac
    echo "item $1 $2 $(size "$3") $used $(stat -c %Y "$3" 2>/dev/null || echo 0) $(printf %s "$4" | tr -d "\\000-\\037")"
}
for tree in "$root"/engine/*; do
    [ -d "$tree" ] && say engine "${tree##*/}" "$tree"
done
for tree in "$root"/data/*; do
    [ -d "$tree" ] || continue
    for part in "$tree"/*; do
        kind=data
        case ${part##*/} in model.* | adapter.*) kind=model ;; esac
        [ -f "$part/model.safetensors" ] && kind=model
        name=${part##*/}
        [ -d "$part" ] && name=$name/$(ls "$part" 2>/dev/null | head -n 1)
        say $kind "${tree##*/}" "$part" "$name"
    done
done
for run in "$root"/runs/*; do
    [ -d "$run" ] && [ ! -h "$run" ] && say run "${run##*/}" "$run"
done
echo "total $(cd "$root" && du -skc blobs shared engine data runs 2>/dev/null | sed -n "\$s/[^0-9].*//p")"
echo "free $(df -Pk "$root" | sed -n "2s/.* \([0-9][0-9]*\)  *[0-9]*% .*/\1/p")"
)sh";

constexpr const char *cleanUp = R"sh(
IFS= read -r engine
[ -n "$engine" ] || engine=$(ls -td "$root"/engine/*/ 2>/dev/null | head -n 1)bin/motley-engine
[ -x "$engine" ] || exit 79
startTicker 5
"$engine" gc "$root"
)sh";

constexpr const char *remove = R"sh(
[ -d "$root" ] || exit 0
[ -f "$root/.motley" ] && [ ! -h "$root/.motley" ] && [ -O "$root/.motley" ] || exit 78
live=
for run in "$root"/runs/*; do
    if lives; then
        echo "live ${run##*/}"
        live=yes
    fi
done
[ -n "$live" ] && exit 0
for run in "$root"/runs/*; do
    removeBootEntry
done
rm -rf "$root/blobs" "$root/shared" "$root/engine" "$root/data" "$root/runs" || exit 74
rm -f "$root/.motley"
rmdir "$root" 2>/dev/null
exit 0
)sh";

constexpr const char *removeRun = R"sh(
IFS= read -r run
[ -d "$run" ] || exit 0
[ ! -h "$run" ] && [ -O "$run" ] && [ -f "$run/launch.json" ] || exit 78
if lives; then
    echo "live ${run##*/}"
    exit 0
fi
removeBootEntry
rm -rf "$run" || exit 74
)sh";

std::string prelude()
{
    return std::string(safeFolderScript()) + common;
}

} // namespace

std::string inspectScript()
{
    return prelude() + hashing + std::string(tickerScript()) + inspect;
}

std::string receiveScript()
{
    return prelude() + hashing + std::string(tickerScript()) + receive;
}

std::string assembleScript()
{
    return prelude() + assemble;
}

std::string listScript()
{
    return prelude() + list;
}

std::string contentsScript()
{
    return prelude() + liveness + std::string(tickerScript()) + contents;
}

std::string cleanUpScript()
{
    return prelude() + std::string(tickerScript()) + cleanUp;
}

std::string removeScript()
{
    return prelude() + liveness + bootEntry + remove;
}

std::string removeRunScript()
{
    return std::string(liveness) + bootEntry + removeRun;
}

} // namespace motley
