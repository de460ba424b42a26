#include "engine/data/chat/template/texttransforms.h"

#include "engine/data/chat/values/pythontext.h"

namespace motley::jinja {

Value inCase(Context &context, std::string_view name, const Text &text)
{
    const std::string changed = name == "upper" ? upperText(text.bytes())
        : name == "lower"                       ? lowerText(text.bytes())
                                                : capitalizedText(text.bytes());
    Text result(changed, context.originOf(text));
    result.isMarkup = text.isMarkup;
    return context.made(std::move(result));
}

Value joinedWith(Context &context, const Text &separator, const std::vector<Value> &items)
{
    Text result;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0)
            result.append(separator);
        const std::size_t before = result.size();
        result.append(context.textOf(items[i]));
        context.meter.takeBytes(result.size() - before + separator.size());
    }
    return textValue(std::move(result));
}

} // namespace motley::jinja
