// The parts of a template, as a tree.
#pragma once

#include "engine/data/chat/values/value.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace motley::jinja {

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

struct Keyword {
    std::string name;
    ExpressionPtr value;
};

// `parts` of each kind in the order in which they are written, an object or a function first.
struct Expression {
    enum class Kind {
        Constant,
        Name,
        List,
        Tuple,
        Mapping, // keys and values by turns
        Attribute, // .name
        Item, // [part]
        Slice, // of the first by three, of which nullptr are left out
        Call,
        Filter,
        Test,
        Not,
        And,
        Or,
        Sign, // - or +
        Compare, // by `signs`, one between each two parts
        Arithmetic,
        Concat,
        Conditional // condition, value, and the other value or nullptr
    };
    Kind kind = Kind::Constant;
    int line = 1;
    int depth = 1; // of expressions inside each other
    std::string name{}; // of names, attributes, filters and tests; the sign of Sign and Arithmetic
    Value constant{};
    std::vector<ExpressionPtr> parts{};
    std::vector<Keyword> keywords{}; // of a call, filter or test
    std::vector<std::string> signs{}; // of a Compare
};

struct Target { // of an assignment
    struct Name {
        std::string name;
        std::string attribute; // of a namespace; empty: the name itself
    };
    std::vector<Name> names;
    bool isTuple = false;
};

struct Parameter { // of a macro
    std::string name;
    ExpressionPtr standard; // nullptr: undefined
};

using Body = std::vector<Statement>;

struct Statement {
    enum class Kind {
        Output, // of each expression
        If, // a body for each expression, and one more for else
        For, // of the items, if there is a second expression of those for which it is true; a second body for none
        Set,
        SetBlock,
        Macro,
        Generation,
        Break,
        Continue
    };
    Kind kind = Kind::Output;
    int line = 1;
    std::vector<ExpressionPtr> expressions{};
    std::vector<Body> bodies{};
    Target target{};
    std::string name{}; // of a macro
    std::vector<Parameter> parameters{}; // the same
};

} // namespace motley::jinja
