#include "engine/tensorfiles/pickle.h"

#include "engine/tensorfiles/picklemachine.h"

namespace motley {

namespace {

constexpr std::size_t mostInstructions = std::size_t(1) << 21;

enum Code : std::uint8_t { // as Python's pickletools names them
    Mark = '(',
    Stop = '.',
    Pop = '0',
    PopMark = '1',
    Build = 'b',
    Global = 'c',
    Dict = 'd',
    Append = 'a',
    Appends = 'e',
    BinGet = 'h',
    LongBinGet = 'j',
    List = 'l',
    BinInt = 'J',
    BinInt1 = 'K',
    BinInt2 = 'M',
    None = 'N',
    BinPersistent = 'Q',
    Reduce = 'R',
    SetItem = 's',
    SetItems = 'u',
    Tuple = 't',
    BinString = 'T',
    ShortBinString = 'U',
    BinUnicode = 'X',
    BinBytes = 'B',
    ShortBinBytes = 'C',
    BinFloat = 'G',
    BinPut = 'q',
    LongBinPut = 'r',
    EmptyTuple = ')',
    EmptyList = ']',
    EmptyDict = '}',
    Protocol = 0x80,
    NewObject = 0x81,
    Tuple1 = 0x85,
    Tuple2 = 0x86,
    Tuple3 = 0x87,
    True = 0x88,
    False = 0x89,
    Long1 = 0x8a,
    Long4 = 0x8b,
    ShortBinUnicode = 0x8c,
    BinUnicode8 = 0x8d,
    EmptySet = 0x8f,
    AddItems = 0x90,
    StackGlobal = 0x93,
    Memoize = 0x94,
    Frame = 0x95,
};

} // namespace

Result<Pickle> PickleMachine::run()
{
    for (std::size_t done = 0; !m_stopped && m_refusal.empty(); ++done) {
        const auto code = m_cursor.number(1);
        if (!code)
            refuse("it ends too early");
        else if (done == mostInstructions)
            refuse("it has more than 2 million instructions");
        else
            execute(std::uint8_t(*code));
    }
    if (m_refusal.empty() && m_stack.size() != 1)
        refuse("it does not end with one value");
    if (!m_refusal.empty())
        return fail("The pickle cannot be read: " + m_refusal + ".");
    m_pickle.root = m_stack[0];
    m_pickle.bytes = m_bytes.size() - m_cursor.left();
    return std::move(m_pickle);
}

void PickleMachine::execute(std::uint8_t code)
{
    if (executeNumber(code) || executeText(code) || executeCollection(code) || executeMemo(code) || executeObject(code))
        return;
    switch (code) {
    case Protocol:
        if (const auto version = number(1); version < 2 || version > 5)
            refuse("it is of protocol " + std::to_string(version) + ", but 2 to 5 are read");
        break;
    case Frame:
        number(8);
        break;
    case Mark:
        m_marks.push_back(m_stack.size());
        break;
    case Pop:
        pop();
        break;
    case PopMark:
        popMarked();
        break;
    case Stop:
        m_stopped = true;
        break;
    default:
        refuse("it has the instruction " + std::to_string(code) + ", which files of tensors do not need");
    }
}

bool PickleMachine::executeNumber(std::uint8_t code)
{
    const auto integer = [this](std::int64_t value) { push({Kind::Integer, value, {}, {}}); };
    switch (code) {
    case None:
        push({});
        return true;
    case True:
    case False:
        integer(code == True);
        return true;
    case BinInt:
        integer(std::int32_t(number(4)));
        return true;
    case BinInt1:
        integer(std::int64_t(number(1)));
        return true;
    case BinInt2:
        integer(std::int64_t(number(2)));
        return true;
    case Long1:
        pushLong(1);
        return true;
    case Long4:
        pushLong(4);
        return true;
    case BinFloat:
        number(8);
        push({});
        return true;
    default:
        return false;
    }
}

bool PickleMachine::executeText(std::uint8_t code)
{
    switch (code) {
    case ShortBinString:
    case ShortBinUnicode:
        pushText(1, Kind::Text);
        return true;
    case BinString:
    case BinUnicode:
        pushText(4, Kind::Text);
        return true;
    case BinUnicode8:
        pushText(8, Kind::Text);
        return true;
    case ShortBinBytes:
        pushText(1, Kind::Opaque);
        return true;
    case BinBytes:
        pushText(4, Kind::Opaque);
        return true;
    default:
        return false;
    }
}

bool PickleMachine::executeCollection(std::uint8_t code)
{
    switch (code) {
    case EmptyTuple:
    case EmptyList:
    case EmptySet:
        push({Kind::List, 0, {}, {}});
        return true;
    case EmptyDict:
        push({Kind::Dict, 0, {}, {}});
        return true;
    case Tuple1:
    case Tuple2:
    case Tuple3:
        collect(code - Tuple1 + 1u);
        return true;
    case Tuple:
    case List:
        push({Kind::List, 0, {}, popMarked()});
        return true;
    case Dict:
        push({Kind::Dict, 0, {}, {}});
        refuse("it builds a dict in a way that torch does not"); // protocol 0
        return true;
    case Append:
        extend(Kind::List, {pop()});
        return true;
    case Appends:
    case AddItems:
        extend(Kind::List, popMarked());
        return true;
    case SetItem: {
        const std::uint32_t value = pop();
        const std::uint32_t key = pop();
        extend(Kind::Dict, {key, value});
        return true;
    }
    case SetItems:
        extend(Kind::Dict, popMarked());
        return true;
    default:
        return false;
    }
}

bool PickleMachine::executeMemo(std::uint8_t code)
{
    switch (code) {
    case BinPut:
        putMemo(number(1));
        return true;
    case LongBinPut:
        putMemo(number(4));
        return true;
    case Memoize:
        putMemo(m_memo.size());
        return true;
    case BinGet:
        getMemo(number(1));
        return true;
    case LongBinGet:
        getMemo(number(4));
        return true;
    default:
        return false;
    }
}

bool PickleMachine::executeObject(std::uint8_t code)
{
    switch (code) {
    case Global: {
        const auto module = m_cursor.readLine();
        const auto name = m_cursor.readLine();
        module &&name ? pushGlobal(*module, *name) : refuse("it ends too early");
        return true;
    }
    case StackGlobal: {
        const PickleValue name = m_pickle.values.empty() ? PickleValue{} : m_pickle.values[pop()];
        const PickleValue module = m_pickle.values.empty() ? PickleValue{} : m_pickle.values[pop()];
        pushGlobal(module.text, name.text);
        return true;
    }
    case Reduce:
    case NewObject:
        call();
        return true;
    case Build: { // attributes of an object; of those that are read here only a Namespace has some
        const std::uint32_t attributes = pop();
        if (const std::uint32_t object = pop(); m_refusal.empty()) {
            const Kind kind = m_pickle[object].kind;
            if (kind != Kind::Opaque && kind != Kind::Dict && kind != Kind::Tensor && kind != Kind::Namespace)
                refuse("it sets attributes of something that has none");
            m_stack.push_back(object);
            if (kind == Kind::Namespace && m_pickle[attributes].kind == Kind::Dict)
                extend(kind, std::vector(m_pickle[attributes].items));
        }
        return true;
    }
    case BinPersistent: {
        const std::uint32_t name = pop();
        push({Kind::Persistent, 0, {}, {name}});
        return true;
    }
    default:
        return false;
    }
}

Result<Pickle> readPickle(std::string_view bytes)
{
    return PickleMachine(bytes).run();
}

} // namespace motley
