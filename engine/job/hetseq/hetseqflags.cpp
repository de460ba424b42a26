#include "engine/job/hetseq/hetseqflags.h"

#include "engine/job/hetseq/hetseqoptions.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>

namespace motley {

namespace {

using Value = HetSeqOption::Value;

const std::set<std::string> ofOneMachine{"distributed-rank", "distributed-gpus", "device-id"};

std::string nameOf(std::string word)
{
    word.erase(0, word.find_first_not_of('-'));
    std::replace(word.begin(), word.end(), '_', '-');
    return word;
}

std::optional<double> toNumber(const std::string &text, bool whole)
{
    const char *end = text.data() + text.size();
    std::int64_t integer = 0;
    if (const auto read = std::from_chars(text.data(), end, integer); read.ec == std::errc() && read.ptr == end)
        return double(integer);
    if (whole || text.empty())
        return std::nullopt;
    char *rest = nullptr;
    const double value = std::strtod(text.c_str(), &rest);
    return *rest || !std::isfinite(value) ? std::nullopt : std::optional(value);
}

// Accepts "0.5", "0.5,0.25", "(0.9, 0.999)" and "[1, 2]".
std::optional<std::vector<double>> toNumbers(std::string list, bool whole)
{
    for (const char bracket : {'(', ')', '[', ']', ' '})
        list.erase(std::remove(list.begin(), list.end(), bracket), list.end());
    std::vector<double> values;
    for (std::size_t first = 0; first <= list.size();) {
        const std::size_t end = std::min(list.find(',', first), list.size());
        const auto value = toNumber(list.substr(first, end - first), whole);
        if (!value)
            return std::nullopt;
        values.push_back(*value);
        first = end + 1;
    }
    return values;
}

// What a value must be; empty: it is that.
std::string wantedOf(const HetSeqOption &option, const std::string &value)
{
    switch (option.value) {
    case Value::None:
        return {};
    case Value::Text:
        break;
    case Value::Whole:
        return toNumber(value, true) ? "" : "a whole number";
    case Value::Number:
        return toNumber(value, false) ? "" : "a number";
    case Value::Wholes:
        return toNumbers(value, true) ? "" : "a whole number or a list of them";
    case Value::Numbers:
        return toNumbers(value, false) ? "" : "a number or a list of them";
    case Value::Pair:
        return toNumbers(value, false).value_or(std::vector<double>()).size() == 2 ? "" : "two numbers";
    }
    const auto &choices = option.choices;
    if (choices.empty() || std::find(choices.begin(), choices.end(), value) != choices.end())
        return {};
    std::string wanted(choices.front());
    for (std::size_t i = 1; i < choices.size(); ++i)
        wanted += (i + 1 < choices.size() ? ", " : " or ") + std::string(choices[i]);
    return wanted;
}

bool isOf(HetSeqOption::Of of, const std::string &task, const std::string &optimizer)
{
    switch (of) {
    case HetSeqOption::Of::AllCommands:
        break;
    case HetSeqOption::Of::AnyBert:
        return task != "mnist";
    case HetSeqOption::Of::Bert:
        return task == "bert";
    case HetSeqOption::Of::FineTuning:
        return task != "mnist" && task != "bert";
    case HetSeqOption::Of::Linking:
        return task == "BertForELClassification";
    case HetSeqOption::Of::Adam:
        return optimizer == "adam";
    case HetSeqOption::Of::Adadelta:
        return optimizer == "adadelta";
    }
    return true;
}

} // namespace

Result<HetSeqFlags> HetSeqFlags::parse(const std::vector<std::string> &words)
{
    HetSeqFlags flags;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].rfind("--", 0) != 0) {
            const bool isProgram = flags.m_given.empty();
            if (isProgram)
                continue; // python3 hetseq/train.py
            return fail("HetSeq takes no argument like " + words[i] + "; a flag before it may lack its value.");
        }
        const std::size_t equals = words[i].find('=');
        const std::string spelling = words[i].substr(0, equals);
        const HetSeqOption *option = findHetSeqOption(nameOf(spelling));
        if (!option)
            return fail("HetSeq has no flag " + spelling + ".");
        Given &given = flags.m_given[std::string(option->name)];
        given = {spelling, {}};
        if (option->value == Value::None)
            continue;
        if (equals == std::string::npos && i + 1 == words.size())
            return fail("The flag " + words[i] + " lacks its value.");
        given.value = equals == std::string::npos ? words[++i] : words[i].substr(equals + 1);
    }
    return flags.check().map([&] { return std::move(flags); });
}

Result<void> HetSeqFlags::check() const
{
    const std::string task = text("task", "bert");
    const std::string optimizer = text("optimizer", "adam");
    if (optimizer != "adam" && optimizer != "adadelta")
        return fail("HetSeq has no optimizer " + optimizer + "; it has adam and adadelta.");
    const std::string place = " for --task " + task + " with --optimizer " + optimizer + ".";
    for (const auto &[name, given] : m_given) {
        const HetSeqOption &option = *findHetSeqOption(name);
        if (!isOf(option.of, task, optimizer))
            return fail("HetSeq has no flag " + given.spelling + place);
        if (const std::string wanted = wantedOf(option, given.value); !wanted.empty())
            return fail("The flag " + given.spelling + " must be " + wanted + ", but is " + given.value + ".");
    }
    return {};
}

std::string HetSeqFlags::text(const std::string &flag, const std::string &otherwise) const
{
    const auto found = m_given.find(flag);
    return found == m_given.end() ? otherwise : found->second.value;
}

double HetSeqFlags::number(const std::string &flag, double otherwise) const
{
    return numbers(flag, {otherwise}).front();
}

std::vector<double> HetSeqFlags::numbers(const std::string &flag, const std::vector<double> &otherwise) const
{
    return has(flag) ? toNumbers(text(flag), false).value_or(otherwise) : otherwise;
}

std::vector<std::string> HetSeqFlags::differencesTo(const HetSeqFlags &other) const
{
    std::set<std::string> names;
    for (const auto *flags : {&m_given, &other.m_given})
        for (const auto &[name, given] : *flags)
            if (!ofOneMachine.count(name) && (has(name) != other.has(name) || text(name) != other.text(name)))
                names.insert(name);
    return {names.begin(), names.end()};
}

std::vector<std::string> HetSeqFlags::notes() const
{
    std::vector<std::string> sentences;
    for (const auto &[name, given] : m_given) {
        const HetSeqOption &option = *findHetSeqOption(name);
        if (option.fate == HetSeqOption::Fate::StaysBehind)
            sentences.push_back(given.spelling + " stays behind: " + std::string(option.reason) + ".");
        if (option.fate == HetSeqOption::Fate::DeadThere)
            sentences.push_back(given.spelling + " does nothing in HetSeq either.");
    }
    return sentences;
}

} // namespace motley
