// What stops the reading or rendering of a template, on its way to whoever asked for it.
#pragma once

#include <stdexcept>
#include <string>

namespace motley::jinja {

struct Problem : std::runtime_error {
    explicit Problem(const std::string &what, int inLine = 0) : std::runtime_error(what), line(inLine) { }

    int line; // from 1; 0: that which is being rendered
};

struct Refusal : std::runtime_error { // by the template itself: raise_exception()
    using std::runtime_error::runtime_error;
};

} // namespace motley::jinja
