# What this machine is, as key=value lines between begin and end. POSIX sh alone; no item may hang or fail the rest.
LC_ALL=C PATH="$PATH:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/lib/wsl/lib:/run/opengl-driver/bin"
export LC_ALL PATH
umask 077
say() { printf '%s=%s\n' "$1" "$(printf %s "$2" | tr -d '\000-\037')"; }
lines() { sed "s/^/$1=/" 2>/dev/null; }
has() { command -v "$1" >/dev/null 2>&1; }
echo begin=motley-probe-1
say clock "$(date +%s.%N)"

work=
for folder in "${TMPDIR:-/tmp}" /dev/shm /var/tmp "$HOME"; do
    work=$folder/.motley-probe-$$
    mkdir "$work" 2>/dev/null && break
    work=
done
trap 'rm -rf "$work"' EXIT

# limited SECONDS FILE COMMAND...: its output in FILE, its exit code, or 124. A process stuck in the driver cannot be
# ended by anybody, so nothing here waits for one.
limited() {
    left=$(($1 * 10)) file=$2
    shift 2
    rm -f "$file.code"
    { "$@" >"$file" 2>&1 </dev/null & echo $! >"$file.pid"; wait $!; echo $? >"$file.code"; } >/dev/null 2>&1 &
    while [ ! -s "$file.code" ]; do
        if [ "$left" -le 0 ]; then
            kill -9 "$(cat "$file.pid")" 2>/dev/null
            return 124
        fi
        if sleep 0.1 2>/dev/null; then left=$((left - 1)); else sleep 1; left=$((left - 10)); fi
    done
    return "$(cat "$file.code")"
}

say host "$(uname -n)"
say kernel "$(uname -r)"
say arch "$(uname -m)"
for file in /etc/os-release /usr/lib/os-release; do
    [ -r $file ] && say os "$(sed -n 's/^PRETTY_NAME=//p' $file | tr -d \"\')" && break
done
say glibc "$(getconf GNU_LIBC_VERSION 2>/dev/null || ldd --version 2>&1 | sed -n '1s/^.*\(GLIBC\|GNU libc\).* /glibc /p')"
say cpu "$(sed -n '/^model name/{s/^[^:]*: *//p;q;}' /proc/cpuinfo)"
say cpus "$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || grep -c ^processor /proc/cpuinfo)"
sed -n 's/^MemTotal: *\([0-9]*\) kB/memtotal=\1/p; s/^MemAvailable: *\([0-9]*\) kB/memavailable=\1/p' /proc/meminfo

# Limits of the control group and of all above it: version 2, then 1.
group=$(sed -n 's/^0:://p' /proc/self/cgroup 2>/dev/null)
while [ -n "$group" ]; do
    at=/sys/fs/cgroup$group
    [ -r "$at/cpu.max" ] && say cpumax "$(cat "$at/cpu.max")"
    [ -r "$at/memory.max" ] && say memmax "$(cat "$at/memory.max") $(cat "$at/memory.current")"
    [ "$group" = / ] && break
    group=${group%/*}
    group=${group:-/}
done
group=$(sed -n 's/^[0-9]*:cpu,cpuacct:\|^[0-9]*:cpu://p' /proc/self/cgroup 2>/dev/null)
for at in /sys/fs/cgroup/cpu$group /sys/fs/cgroup/cpu; do
    [ -r "$at/cpu.cfs_quota_us" ] && say cpumax "$(cat "$at/cpu.cfs_quota_us") $(cat "$at/cpu.cfs_period_us")"
done

say home "$HOME"
say ssh "$SSH_CONNECTION"
# A place can be used if its first existing folder can be written and run from, and nobody else can change what it is.
usable() {
    case $1 in /*) ;; *) return 1 ;; esac
    at=$1
    if [ -e "$at" ] || [ -h "$at" ]; then [ -d "$at" ] && [ ! -h "$at" ] && [ -O "$at" ] || return 1; fi
    while [ ! -e "$at" ]; do at=${at%/*}; at=${at:-/}; done
    isSafe "$at" || return 1
    # In a folder of a name that nobody guesses and that is nobody else's, since what is run there runs as this account.
    test=$at/.motley-test-$$-$(od -An -N8 -tx1 /dev/urandom 2>/dev/null | tr -d ' \n')
    mkdir -m 700 "$test" 2>/dev/null || return 1
    printf '#!/bin/sh\nexit 7\n' >"$test/run"
    chmod 700 "$test/run"
    "$test/run" 2>/dev/null
    code=$?
    rm -rf "$test"
    [ $code = 7 ]
}
for root in "${XDG_DATA_HOME:+$XDG_DATA_HOME/motley}" "${HOME:+$HOME/.local/share/motley}" "/var/tmp/motley-$me" "/tmp/motley-$me"; do
    if usable "$root"; then
        say root "$root"
        [ -n "$work" ] && limited 5 "$work/df" df -Pk "$at" && say disk "$(sed -n '$s/^.* \([0-9][0-9]*\)  *[0-9][0-9]*% .*$/\1/p' "$work/df")"
        break
    fi
done

for at in /sys/class/net/*; do
    name=${at##*/}
    [ -r "$at/flags" ] && say net "$name $(cat "$at/flags") $(cat "$at/operstate" 2>/dev/null || echo unknown) $(cat "$at/speed" 2>/dev/null || echo -1)"
done
if has ip; then
    ip -o addr show 2>/dev/null | head -n 200 | sed -n 's/^[0-9]*: *\([^ ]*\) *inet6\{0,1\} \([^ ]*\) .*$/addr=\1 \2/p'
else
    head -n 400 /proc/net/fib_trie | lines fib
    head -n 100 /proc/net/route | lines route
    head -n 100 /proc/net/if_inet6 | lines inet6
fi

if has nvidia-smi && [ -n "$work" ]; then
    common=uuid,name,pci.bus_id,driver_version,memory.total,memory.free,utilization.gpu,power.draw,power.limit,temperature.gpu
    for fields in $common,mig.mode.current,compute_cap $common,mig.mode.current $common; do
        limited 10 "$work/gpu" nvidia-smi --query-gpu="$fields" --format=csv,noheader,nounits
        code=$?
        # Older drivers do not know all the fields.
        grep -q '^Field .* is not a valid' "$work/gpu" || break
    done
    say gpucode "$code"
    head -n 64 "$work/gpu" | lines gpu
    if [ "$code" = 0 ]; then
        limited 10 "$work/apps" nvidia-smi --query-compute-apps=gpu_uuid --format=csv,noheader && say gpuapps known && head -n 999 "$work/apps" | lines gpuapp
        limited 10 "$work/list" nvidia-smi -L && head -n 200 "$work/list" | lines gpulist
    fi
else
    for at in /sys/bus/pci/devices/*; do
        case $(cat "$at/vendor" 2>/dev/null)$(cat "$at/class" 2>/dev/null) in
        0x10de0x03*) say nvidiapci "${at##*/}" ;;
        esac
    done
    [ -r /proc/driver/nvidia/version ] && say nvidiadriver "$(head -n 1 /proc/driver/nvidia/version)"
fi
echo end=motley-probe-1
