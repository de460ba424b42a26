# What the probe and the look begin with, in POSIX sh alone; no item may hang or fail the rest.
LC_ALL=C PATH="$PATH:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/lib/wsl/lib:/run/opengl-driver/bin"
export LC_ALL PATH
umask 077
say() { printf '%s=%s\n' "$1" "$(printf %s "$2" | tr -d '\000-\037')"; }
lines() { sed "s/^/$1=/" 2>/dev/null; }
has() { command -v "$1" >/dev/null 2>&1; }
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

# Memory, and the limits of the control group and of all above it: version 2, then 1.
limits() {
    sed -n 's/^MemTotal: *\([0-9]*\) kB/memtotal=\1/p; s/^MemAvailable: *\([0-9]*\) kB/memavailable=\1/p' /proc/meminfo
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
}
