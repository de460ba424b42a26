// For this folder: the options of HetSeq's argument parser (hetseq/options.py), and what a job makes of each.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace motley {

struct HetSeqOption {
    enum class Value { None, Text, Whole, Number, Wholes, Numbers, Pair };
    enum class Of { AllCommands, AnyBert, Bert, FineTuning, Linking, Adam, Adadelta }; // whose commands may have it
    enum class Fate {
        CarriedOver,
        StaysBehind,
        DeadThere
    }; // the second for a reason, the third has no effect in HetSeq

    std::string_view name; // without dashes in front, "-" for "_"
    Value value = Value::Text;
    Of of = Of::AllCommands;
    Fate fate = Fate::CarriedOver; // into the job, or into a note with what was given
    std::string_view reason{}; // of what stays behind
    std::vector<std::string_view> choices{}; // empty: any
};

std::span<const HetSeqOption> hetSeqOptions();

// By its name or another that HetSeq has for it, such as "batch-size" for "max-sentences". nullptr: there is none.
const HetSeqOption *findHetSeqOption(std::string_view name);

} // namespace motley
