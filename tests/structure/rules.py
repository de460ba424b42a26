"""What `check` holds the sources to: limits, rooms that may see JSON and words of the field."""

MOST_FILES = 40  # sources in one folder
MOST_LINES = 400  # lines in one source

# Sources that may be longer, and why.
LONG_FILES = {}

# Folders of programs, whose files are never compiled together.
COMPILED_APART = ("engine/bench",)

# Rooms and files that may see the JSON library of the engine.
JSON_ALLOWED = {
    "engine/json/": "the JSON room",
    "engine/commandline/": "describe() lists",
    "engine/formats/": "files of other programs, whose keys are theirs",
    "engine/job/": "describe() lists, the schema, and what is derived from both",
    "engine/protocol/": "describe() lists",
    "engine/plan/simulation/": "describe() lists of described clusters and measured runs",
    "engine/data/chat/values/chatvalue.cpp": "conversations and schemas of tools, whose keys are anyone's",
    "engine/tasks/madeup/": "models and rows as other programs write them",
    "engine/bench/": "reports of benchmarks, which no other program reads back",
    "engine/commands/models/fill.cpp": "the report of one command",
    "engine/commands/run/sweepreport.cpp": "the report of one command",
    "engine/commands/tasks.cpp": "prints the schema",
}

# Rooms and files that may see Qt's JSON classes.
QT_JSON_ALLOWED = {
    "app/bench/": "the last line of a measurement",
    "app/cli/": "answers of the command line, with --json",
    "remote/fleet/machine.cpp": "machines.json",
    "remote/history/": "speeds.json, which holds more than one kind of record",
}

# What waits until a time of day against an old C library, and the one place that does not.
TIMED_WAIT = r"\.wait_(for|until)\(|\bstd::(recursive_|shared_)?timed_mutex\b"
TIMED_WAITS_ALLOWED = ("engine/base/monotoniccondition.",)

# Each word of the field leads to its file: by the file's name, or by the name of something that a header declares.
FIELD_WORDS = {
    "all-reduce": r"allReduce|allreduce",
    "reduce-scatter": r"[rR]educeScatter",
    "all-gather": r"allGather",
    "broadcast": r"broadcast",
    "hierarchical all-reduce": r"[hH]ierarchicalAllReduce",
    "ring all-reduce": r"[rR]ingAllReduce",
    "rendezvous": r"[rR]endezvous",
    "control channel": r"ControlChannel",
    "heartbeat": r"[hH]eartbeat",
    "handshake": r"[hH]andshake|shakeHands",
    "echo server": r"EchoServer",
    "preflight": r"preflight",
    "upload": r"\bUpload\b",
    "host key": r"HostKey",
    "optimizer state": r"OptimizerState",
    "sharded optimizer (ZeRO-1)": r"ShardedOptimizer",
    "sharded gradients (ZeRO-2)": r"ShardedGradients",
    "gradient accumulation": r"GradientAccumulation",
    "gradient bucket": r"[bB]ucket",
    "gradient clipping": r"gradientclipping",
    "gradient noise scale": r"GradientNoiseScale",
    "activation checkpointing": r"activationcheckpointing",
    "mixed precision": r"MixedPrecision",
    "loss scaling": r"LossScaler",
    "learning rate schedule": r"LearningRateSchedule",
    "warm-up": r"warm[uU]p",
    "early stopping": r"EarlyStopping",
    "micro-batch": r"[mM]icrobatch",
    "batch": r"\bBatch\b",
    "global batch": r"globalBatch",
    "data loader": r"\bDataLoader\b",
    "dataset": r"\bDataset\b",
    "sampler": r"\bSampler\b",
    "tokenizer": r"\bTokenizer\b",
    "byte-pair encoding": r"bytepairencoding",
    "WordPiece": r"WordPiece",
    "SentencePiece": r"SentencePiece",
    "key-value cache": r"KeyValueCache",
    "beam search": r"beamsearch",
    "checkpoint": r"\bCheckpoint\b",
    "resume": r"resumeRun|resume\.",
    "process group": r"processGroup|ProcessGroup",
    "rank": r"\bRank\w*\b",
    "world size": r"worldSize",
    "state dict": r"stateDict",
    "straggler": r"\bstragglers\b",
    "slowdown": r"\bSlowdown\b",
    "change detector": r"ChangeDetector",
    "load balancing": r"ShareBalanc|Rebalancer",
    "throughput": r"PerSecond",
    "forecast": r"\bForecast\b",
    "telemetry": r"Telemetry",
    "root cause": r"rootCausesFirst",
    "exponential backoff": r"ExponentialBackoff",
    "safetensors": r"[sS]afetensors",
    "TensorBoard": r"TensorBoard",
    "BLEU": r"\bbleu\b",
    "F1": r"\bf1\b",
    "cgroup": r"[cC]group",
}
