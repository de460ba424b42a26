"""Simulated GPUs of a machine: what their driver would bring, in the folder driver of its home. What computes on them is
tests/engine/simulatedcuda, which the engine brings along as it does the real plug-in."""

import shutil

from .system import LabError

nvml = "libnvidia-ml.so.1"


def environment(sizes, home):
    """Of everything in the machine. sizes: GiB of each GPU."""
    driver = f"{home}/driver"
    return {"MOTLEY_SIMULATED_GPUS": ",".join(map(str, sizes)), "LD_LIBRARY_PATH": driver,
            "PATH": f"{driver}:/usr/local/bin:/usr/bin:/bin"}


def install(home, sizes, driver):
    """driver: where the build put the simulated driver's library (build/PRESET/simulated/lib)."""
    if not (driver / nvml).exists():
        raise LabError(f"There is no {nvml} in {driver}; build the target simulatedgpus, and name its folder with --gpu-driver.")
    folder = home / "driver"
    folder.mkdir()
    shutil.copy(driver / nvml, folder)
    (folder / "nvidia-smi").write_text(nvidia_smi(sizes))
    (folder / "nvidia-smi").chmod(0o755)


def nvidia_smi(sizes):
    """A script that answers the questions of the probe."""
    report = "\n".join(f"GPU-simulated-{index}, Simulated GPU ({size} GiB), [N/A], 580.0, {size * 1024}, {size * 1024}, 0, "
                       "[N/A], [N/A], [N/A], [N/A], 9.0" for index, size in enumerate(sizes))
    names = "\n".join(f"GPU {index}: Simulated GPU ({size} GiB) (UUID: GPU-simulated-{index})"
                      for index, size in enumerate(sizes))
    return f"""#!/bin/sh
case $1 in
--query-gpu=*) cat <<'END'
{report}
END
    ;;
-L) cat <<'END'
{names}
END
    ;;
esac
"""
