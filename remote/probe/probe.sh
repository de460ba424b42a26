# What this machine is, as key=value lines between begin and end. After preface.sh.
echo begin=motley-probe-1
say clock "$(date +%s.%N)"
say host "$(uname -n)"
say kernel "$(uname -r)"
say arch "$(uname -m)"
for file in /etc/os-release /usr/lib/os-release; do
    [ -r $file ] && say os "$(sed -n 's/^PRETTY_NAME=//p' $file | tr -d \"\')" && break
done
say glibc "$(getconf GNU_LIBC_VERSION 2>/dev/null || ldd --version 2>&1 | sed -n '1s/^.*\(GLIBC\|GNU libc\).* /glibc /p')"
say system "$({ cat /proc/sys/kernel/random/boot_id; readlink /proc/self/ns/pid /proc/self/ns/net; } 2>/dev/null | tr '\n' ' ')"
say cpu "$(sed -n '/^model name/{s/^[^:]*: *//p;q;}' /proc/cpuinfo)"
say cpus "$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || grep -c ^processor /proc/cpuinfo)"
limits

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
