// The stack machine that a pickle is a program for, reduced to what files of tensors use. For pickle.cpp alone.
#pragma once

#include "engine/tensorfiles/bytecursor.h"
#include "engine/tensorfiles/pickle.h"

#include <string>
#include <unordered_map>

namespace motley {

class PickleMachine {
public:
    explicit PickleMachine(std::string_view bytes) : m_bytes(bytes), m_cursor(bytes) { }

    Result<Pickle> run();

private:
    using Kind = PickleValue::Kind;

    void execute(std::uint8_t code); // one instruction
    bool executeNumber(std::uint8_t code); // this and the next four: false if the instruction is of another kind
    bool executeText(std::uint8_t code);
    bool executeCollection(std::uint8_t code);
    bool executeMemo(std::uint8_t code);
    bool executeObject(std::uint8_t code);

    void push(PickleValue value);
    void pushText(std::size_t lengthBytes, Kind kind);
    void pushLong(std::size_t lengthBytes);
    void pushGlobal(std::string_view module, std::string_view name);
    std::uint32_t pop();
    std::vector<std::uint32_t> popMarked(); // down to the last mark, in order
    PickleValue *top(Kind kind); // nullptr, with a refusal, if the topmost value is of another kind
    void extend(Kind kind, const std::vector<std::uint32_t> &items);
    void collect(std::size_t count); // the topmost values become one list
    void putMemo(std::uint64_t slot);
    void getMemo(std::uint64_t slot);
    void call();
    PickleValue dictFrom(const PickleValue &arguments);

    void claim(std::size_t items);
    std::uint64_t number(std::size_t bytes);
    void refuse(std::string why); // the first one counts

    std::string_view m_bytes;
    ByteCursor m_cursor;
    Pickle m_pickle;
    std::vector<std::uint32_t> m_stack;
    std::vector<std::size_t> m_marks; // heights of the stack at the marks
    std::unordered_map<std::uint64_t, std::uint32_t> m_memo;
    std::size_t m_items = 0;
    std::string m_refusal;
    bool m_stopped = false;
};

} // namespace motley
