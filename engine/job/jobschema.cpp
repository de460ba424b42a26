// The JSON schema of a job, made from the same list of fields that reads and writes it, so that it cannot fall behind.
#include "engine/job/jobfields.h"
#include "engine/job/jobspec.h"
#include "engine/json/fieldwalk.h"

namespace motley {

namespace {

// What an optimizer has in place of the defaults that stand beside the fields.
Json defaultsByKind()
{
    const Json common = jsonOf(OptimizerSpec());
    Json cases = Json::array();
    for (const auto &[kind, name] : EnumNames<OptimizerSpec::Kind>::table) {
        const Json usual = jsonOf(usualOptimizer(kind));
        Json own = Json::object();
        for (const auto &[field, value] : usual.items())
            if (field != "kind" && value != common[field])
                own[field]["default"] = value;
        const Json condition{{"properties", {{"kind", {{"const", name}}}}}, {"required", Json::array({"kind"})}};
        if (!own.empty())
            cases.push_back({{"if", condition}, {"then", {{"properties", own}}}});
    }
    return cases;
}

class SchemaWriter {
public:
    template <typename T>
    void operator()(const char *name, T &value, const FieldInfo &info = {})
    {
        Json &field = m_properties[name];
        if (*info.label)
            field["title"] = info.label;
        field["description"] = info.help;
        field.update(schemaOf(value, info));
        if (info.needed || field.contains("required"))
            m_required.push_back(name);
    }

    // The field that names an alternative, and for each name the fields of that alternative.
    template <typename... Ts>
    void choice(const char *name, std::variant<Ts...> &value, const FieldInfo & = {})
    {
        const Json usual = std::visit([](const auto &chosen) { return Json(chosen.name); }, value);
        Json &field = m_properties[name];
        field = {{"description", "What is trained; the engine's tasks command lists the names."},
            {"enum", Json::array({Ts::name...})}, {"default", usual}};
        (addCase(name, Ts(), usual), ...);
    }

    Json finish()
    {
        Json schema{{"type", "object"}};
        schema[m_cases.empty() ? "additionalProperties" : "unevaluatedProperties"] = false;
        schema["properties"] = std::move(m_properties);
        if (!m_cases.empty())
            schema["allOf"] = std::move(m_cases);
        if (!m_required.empty())
            schema["required"] = std::move(m_required);
        return schema;
    }

private:
    template <typename T>
    void addCase(const char *name, T alternative, const Json &usual)
    {
        // A path that is needed only where another path is empty must not be required, so all paths are filled in
        // first.
        walkFields(alternative, [](const std::string &, auto &value, const FieldInfo &) {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, DataPath>)
                value = "there";
        });
        SchemaWriter fields;
        describe(fields, alternative);
        Json condition{{"properties", {{name, {{"const", T::name}}}}}};
        if (usual != T::name)
            condition["required"] = {name};
        Json section = fields.finish();
        section.erase("type");
        section.erase("additionalProperties");
        m_cases.push_back({{"if", condition}, {"then", section}});
    }

    template <typename T>
    static const char *typeName()
    {
        return std::is_integral_v<T> ? "integer" : "number";
    }

    template <typename T>
    static Json schemaOf(T &value, const FieldInfo &info)
    {
        if constexpr (std::is_same_v<T, bool>) {
            return {{"type", "boolean"}, {"default", value}};
        } else if constexpr (std::is_arithmetic_v<T>) {
            Json schema{{"type", typeName<T>()}};
            if (std::is_unsigned_v<T>)
                schema["minimum"] = 0;
            if (std::isfinite(info.least))
                schema.update({{"minimum", T(info.least)}, {"maximum", T(info.most)}});
            schema["default"] = value;
            return schema;
        } else if constexpr (std::is_same_v<T, std::optional<std::int64_t>>) {
            std::int64_t number = 0;
            Json schema = schemaOf(number, info);
            schema["type"] = {typeName<std::int64_t>(), "null"};
            schema["default"] = value ? Json(*value) : Json();
            return schema;
        } else if constexpr (std::is_same_v<T, std::string>) {
            Json schema{{"type", "string"}};
            if (info.needed)
                schema["minLength"] = 1;
            if (!value.empty())
                schema["default"] = value;
            return schema;
        } else if constexpr (std::is_same_v<T, DataPath>) {
            return {{"type", "string"}, {"format", "path"}};
        } else if constexpr (std::is_enum_v<T>) {
            Json names = Json::array();
            for (const auto &[item, text] : EnumNames<T>::table)
                names.push_back(text);
            if constexpr (WasFlag<T>)
                names.insert(names.end(), {false, true});
            return {{"enum", names}, {"default", FieldWriter::toJsonValue(value)}};
        } else if constexpr (IsList<T>::value) {
            return {{"type", "array"}, {"items", {{"type", typeName<typename T::value_type>()}}}};
        } else {
            SchemaWriter fields;
            describe(fields, value);
            Json schema = fields.finish();
            if constexpr (std::is_same_v<T, OptimizerSpec>)
                schema["allOf"] = defaultsByKind();
            return schema;
        }
    }

    Json m_properties = Json::object();
    Json m_cases = Json::array();
    Json m_required = Json::array();
};

} // namespace

std::string jobSchema()
{
    JobSpec job;
    SchemaWriter fields;
    describe(fields, job);
    Json body = fields.finish();

    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "A job for Motley"}};
    schema.update(body);
    Json properties{{"version", {{"description", "Of the format of job files."}, {"const", JobSpec::currentVersion}}}};
    properties.update(schema["properties"]);
    properties["name"].update({{"minLength", 1}, {"maxLength", 80}});
    schema["properties"] = properties;
    schema["required"] = {"version", "name"};
    return schema.dump(2) + "\n";
}

} // namespace motley
