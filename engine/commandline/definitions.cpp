#include "engine/commandline/definitions.h"

#include "engine/json/jsonfields.h"

namespace motley {

namespace {

struct OptionDefinition {
    std::vector<std::string> names; // "-h", "--help"; an argument's name without dashes
    std::string help;
    std::string value; // of which kind; empty: takes none
    int mostValues = 0;
    bool isArgument = false;
    bool isRequired = false;
};

struct CommandDefinition {
    std::string name, help, footer;
    std::vector<OptionDefinition> options;
    std::vector<CommandDefinition> commands;
};

template <typename Fields>
void describe(Fields &fields, OptionDefinition &option)
{
    fields("names", option.names);
    fields("help", option.help);
    fields("value", option.value);
    fields("mostValues", option.mostValues);
    fields("isArgument", option.isArgument);
    fields("isRequired", option.isRequired);
}

template <typename Fields>
void describe(Fields &fields, CommandDefinition &command)
{
    fields("name", command.name);
    fields("help", command.help);
    fields("footer", command.footer);
    fields("options", command.options);
    fields("commands", command.commands);
}

OptionDefinition definitionOf(const CLI::Option &option)
{
    OptionDefinition definition{.help = option.get_description(),
        .mostValues = option.get_items_expected_max(),
        .isArgument = !option.nonpositional(),
        .isRequired = option.get_required()};
    if (definition.mostValues > 0)
        definition.value = option.get_type_name();
    if (definition.isArgument)
        definition.names.push_back(option.get_name(true));
    for (const std::string &name : option.get_snames())
        definition.names.push_back("-" + name);
    for (const std::string &name : option.get_lnames())
        definition.names.push_back("--" + name);
    return definition;
}

// Without what belongs to no group of the help.
CommandDefinition definitionOf(CLI::App &command)
{
    CommandDefinition definition{
        .name = command.get_name(), .help = command.get_description(), .footer = command.get_footer()};
    for (const CLI::Option *option : command.get_options())
        if (!option->get_group().empty())
            definition.options.push_back(definitionOf(*option));
    for (CLI::App *below : command.get_subcommands(nullptr))
        if (!below->get_group().empty())
            definition.commands.push_back(definitionOf(*below));
    return definition;
}

} // namespace

void addDefinitionsOption(CLI::App &program)
{
    // CLI11 prints what this carries and asks for no command then.
    const auto print = [&program] { throw CLI::CallForVersion(dumpLine(jsonOf(definitionOf(program))), 0); };
    program.add_flag_callback("--definitions", print)->group("");
}

} // namespace motley
