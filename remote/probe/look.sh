# What this machine does just now, in the same form. After preface.sh.
processors() { sed -n '/^cpu /{s/^cpu */processors=/p;q;}' /proc/stat 2>/dev/null; }
echo begin=motley-probe-1
processors
limits
if has nvidia-smi && [ -n "$work" ]; then
    fields=uuid,name,pci.bus_id,driver_version,memory.total,memory.free,utilization.gpu,power.draw,power.limit,temperature.gpu
    limited 10 "$work/gpu" nvidia-smi --query-gpu=$fields --format=csv,noheader,nounits
    code=$?
    say gpucode "$code"
    head -n 64 "$work/gpu" | lines gpu
    if [ "$code" = 0 ] && limited 10 "$work/apps" nvidia-smi --query-compute-apps=gpu_uuid,pid,used_memory --format=csv,noheader,nounits; then
        say gpuapps known
        head -n 256 "$work/apps" | lines gpuapp
        for process in $(sed -n 's/^[^,]*, *\([0-9][0-9]*\).*$/\1/p' "$work/apps" | sort -u | head -n 64); do
            [ -d "/proc/$process" ] && say process "$process $(stat -c %U "/proc/$process" 2>/dev/null) $(cat "/proc/$process/comm" 2>/dev/null)"
        done
    fi
fi
sleep 0.5 2>/dev/null || sleep 1
processors
echo end=motley-probe-1
