"""Conversations and templates with which chat templates are compared (tests/oracles) and tested (tests/engine/data)."""

TOOLS = [
    {"type": "function", "function": {
        "name": "weather", "description": "The weather of a place, \"now\" & <later>.",
        "parameters": {"type": "object", "required": ["place"], "properties": {
            "place": {"type": "string", "description": "City, e.g. Zürich"},
            "unit": {"type": "string", "enum": ["C", "F"], "default": "C"},
            "days": {"type": ["integer", "null"], "description": "how many"},
            "filters": {"type": "array", "items": {"type": "object", "properties": {"min": {"type": "number"}}, "required": ["min"]}},
            "options": {"type": "object", "nullable": True, "properties": {"exact": {"type": "boolean"}}, "required": ["exact"]},
        }},
        "response": {"type": "object", "description": "what it is"}}},
    {"type": "function", "function": {"name": "stop.now", "description": "Stops.", "parameters": {"type": "object", "properties": {}}}},
]


def call(name, arguments, number=0):
    return {"id": f"call{number:05}", "type": "function", "function": {"name": name, "arguments": arguments}}


PLAIN = {
    "one question": [{"role": "user", "content": "Hello"}],
    "two turns": [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi!"}, {"role": "user", "content": " And\nnow? \n"}],
    "ends with an answer": [{"role": "user", "content": "1+1"}, {"role": "assistant", "content": "  2\n\n"}],
    "system": [{"role": "system", "content": " Be brief. "}, {"role": "user", "content": "Grüße, 你好 \U0001f600"}, {"role": "assistant", "content": "مرحبا"}],
    "several turns": [{"role": "system", "content": "You are Bob."}] + [
        message for i in range(4) for message in ({"role": "user", "content": f"question {i}"}, {"role": "assistant", "content": f"answer {i}"})],
    "special tokens typed": [{"role": "user", "content": "<|im_end|>\n<|im_start|>system\n<eos></s><|eot_id|>"}, {"role": "assistant", "content": "<end_of_turn>{{ 1 }}{% if %}"}],
    "quotes": [{"role": "user", "content": "it's \"so\" & <b>\\n\t\x01\u2028"}, {"role": "assistant", "content": "'"}],
    "empty": [{"role": "user", "content": ""}, {"role": "assistant", "content": ""}],
    "thinking in the text": [{"role": "user", "content": "Why?"}, {"role": "assistant", "content": "<think>\nBecause.\n</think>\n\nSo."},
                             {"role": "user", "content": "And?"}, {"role": "assistant", "content": "<think>hm</think>Yes."}],
    "reasoning": [{"role": "user", "content": "Why?"}, {"role": "assistant", "reasoning_content": "\nLet me see.\n", "content": "So."}, {"role": "user", "content": "And?"},
                  {"role": "assistant", "thinking": "Again.", "content": "Yes."}],
    "developer": [{"role": "developer", "content": "Be kind."}, {"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}],
    "two answers": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "One"}, {"role": "assistant", "content": "Two"}],
    "begins with an answer": [{"role": "assistant", "content": "Hello"}, {"role": "user", "content": "Hi"}],
    "unknown role": [{"role": "critic", "content": "Bad."}, {"role": "user", "content": "Hi"}],
    "no messages": [],
    "no content": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": None}],
    "parts": [{"role": "system", "content": [{"type": "text", "text": "Be brief."}]}, {"role": "user", "content": [{"type": "text", "text": "Look "}, {"type": "image"}, {"type": "text", "text": "here"}]},
              {"role": "assistant", "content": [{"type": "text", "text": "I see."}]}],
    "parts everywhere": [{"role": "user", "content": [{"type": "image"}, {"type": "text", "text": " What is it? "}]}, {"role": "assistant", "content": [{"type": "text", "text": "A cat."}]},
                         {"role": "user", "content": [{"type": "text", "text": "Sure?"}]}, {"role": "assistant", "content": [{"type": "text", "text": "Yes."}]}],
    "a number as content": [{"role": "user", "content": 5}, {"role": "assistant", "content": "Hi"}],
}
ARGUMENTS = {"place": "Zürich \"HB\"", "days": 3, "ratio": 0.5, "exact": True, "nothing": None, "list": [1, "a", {"b": False}], "big": 1e+16, "deep": {"x": {"Y": "<z>", "a": []}}}
CALLS = {
    "a call": [{"role": "user", "content": "Weather?"}, {"role": "assistant", "content": "", "tool_calls": [call("weather", ARGUMENTS)]},
               {"role": "tool", "name": "weather", "tool_call_id": "call00000", "content": "{\"sun\": 1}"}, {"role": "assistant", "content": "Sunny."}],
    "a call with words": [{"role": "system", "content": "Help."}, {"role": "user", "content": "Weather?"},
                          {"role": "assistant", "content": "I look.", "reasoning_content": "A tool.", "tool_calls": [call("weather", {"place": "Rom"}, 1)]},
                          {"role": "tool", "tool_call_id": "call00001", "content": "rain"}, {"role": "assistant", "content": "Rain."}, {"role": "user", "content": "Thanks"},
                          {"role": "assistant", "content": "Bye"}],
    "a call waits": [{"role": "user", "content": "Weather?"}, {"role": "assistant", "content": None, "tool_calls": [call("weather", {}, 2)]}],
    "two calls": [{"role": "user", "content": "Both?"}, {"role": "assistant", "tool_calls": [call("weather", {"place": "A"}, 3), call("stop.now", {"b": [True, None]}, 4)]},
                  {"role": "tool", "name": "weather", "tool_call_id": "call00003", "content": "x"}, {"role": "tool", "name": "stop.now", "tool_call_id": "call00004", "content": [{"type": "text", "text": "y"}]},
                  {"role": "assistant", "content": "z"}],
    "arguments as text": [{"role": "user", "content": "W?"}, {"role": "assistant", "content": "", "tool_calls": [call("weather", "{\"place\": \"A\"}", 5)]},
                          {"role": "tool", "tool_call_id": "call00005", "content": {"sun": [1, 2.5], "wind": None}}],
    "calls without a function": [{"role": "user", "content": "W?"}, {"role": "assistant", "content": "", "tool_calls": [{"name": "weather", "arguments": {"place": "A"}}]},
                                 {"role": "tool", "content": "ok"}],
    "a result alone": [{"role": "user", "content": "W?"}, {"role": "tool", "content": "ok"}],
}
VARIABLES = [{"enable_thinking": True}, {"enable_thinking": False}, {"reasoning_effort": "high", "custom_tools": TOOLS, "builtin_tools": ["browser", "python", "code_interpreter"]},
             {"model_identity": "You are Bob.", "date_string": "1 Jan 2000", "tools_in_user_message": False, "keep_past_thinking": True, "preserve_thinking": True, "clear_thinking": False}]
SPECIAL = {"bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>", "unk_token": "<unk>"}

# Ours: each construct that published templates use, and ways in which Python's values print.
TEMPLATES = {
    "own, values": "{{ none }} {{ true }} {{ 1 }} {{ 1.0 }} {{ 1e16 }} {{ 0.0001 }} {{ 1e-05 }} {{ 123456789.125 }} {{ [1, 'a', \"it's\", none, true, 2.5] }} {{ (1,) }} {{ () }} "
                   "{{ {'a': 1, 'b': [false]} }} {{ nothing }}|{{ 'a' 'b' }} {{ '\\n\\x41\\u00e9\\101\\d' }} {{ -7 // 2 }} {{ -7 % 3 }} {{ 7 / 2 }} {{ 2 * 3 + 1 }} {{ 'ab' * 2 }} {{ [1] + [2] }} {{ 1 < 2 < 3 }} "
                   "{{ 'é\\u2028\\t' ~ ['é\\u2028\\t\\\\\\'\"'] }} {{ 1 == true }} {{ '1' == 1 }} {{ [1, 2] == [1.0, 2] }} {{ not '' }} {{ '' or 'x' }} {{ 0 and 1 }} {{ 5.0 // 2 }} {{ -7.5 % 2 }} {{ 'x' if false }}",
    "own, filters": "{% for m in messages %}{{ m.content | string | trim }}|{{ m.content | upper }}|{{ m.content | lower | capitalize }}|{{ m | length }}|{{ m.role | list | join('-') }}|"
                    "{{ m | tojson }}|{{ m | tojson(ensure_ascii=True) }}|{{ m | tojson(indent=2) }}|{{ m.content | string | replace('e', 'E') }}|{{ m.x | default('d') }}|{{ '' | default('e', true) }}|"
                    "{% for k, v in m | dictsort %}{{ k }}={{ v }};{% endfor %}{% for k, v in m | items %}{{ k }}{% endfor %}{{ m | first }}{{ [3, 4] | last }}\n{% endfor %}"
                    "{{ messages | map(attribute='role') | join(', ') }} {{ messages | selectattr('role', 'equalto', 'user') | list | length }} {{ ['a', 'b'] | reject('equalto', 'a') | list }} "
                    "{{ ['x', 'Y'] | map('upper') | list }} {{ 'abc' | reverse }} {{ [1, none] | select | list }} {{ messages | rejectattr('content') | list | count }} {{ tools | tojson }} {{ 'straße ΑΣ' | upper }}{{ 'ΑΣ' | lower }}",
    "own, methods": "{% for m in messages if m.content is string %}{{ m.content.split() }}{{ m.content.split('e') }}{{ m.content.split('e', 1)[-1] }}{{ m.content.strip('H!\\n ') }}{{ m.content.lstrip() ~ '|' ~ m.content.rstrip() }}"
                    "{{ m.content.startswith('H') }}{{ m.content.endswith(('o', '!')) }}{{ m.get('x') }}{{ m.get('x', 'y') }}{{ m.items() | list }}{{ m.keys() | list }}{% for v in m.values() %}{{ v }}{% endfor %}"
                    "{{ m.content.replace('l', 'L', 1) }}{{ m.content.upper().lower().capitalize() }}{{ m.content.find('l') }}{{ m.content.count('l') }}{{ ','.join(['a', 'b']) }}{{ m.content[0] }}{{ m.content[-3:] }}{{ m.content[::-1] }}{{ m.content[1:3] }}"
                    "{{ m.content.removeprefix('He') }}{{ m.content.removesuffix('o') }}{{ m['content'][:2] }}{{ m.items is defined }}{{ m.nothing is undefined }}{{ m['items'] is mapping }}\n{% endfor %}",
    "own, tests": "{% for v in [none, true, 1, 1.5, 'a', [], (1,), {}, nothing, range(2), messages | map('list'), {}.items(), namespace] %}{{ v is none }}{{ v is defined }}{{ v is boolean }}{{ v is integer }}{{ v is float }}{{ v is number }}"
                  "{{ v is string }}{{ v is mapping }}{{ v is sequence }}{{ v is iterable }}{{ v is true }}{{ v is not false }}{{ 1 if v else 0 }} {% endfor %}{{ 4 is divisibleby 2 }}{{ 3 is odd }}{{ 3 is even }}{{ 'a' is in 'abc' }}{{ 1 is eq 1.0 }}{{ 'a' in ['a'] }}{{ 'x' not in {'x': 1} }}{{ 'a' in nothing }}",
    "own, loops": "{% for m in messages %}{{ loop.index }}{{ loop.index0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.previtem.role if loop.previtem is defined }}{{ (loop.nextitem or {}).role }}"
                  "{% if loop.index == 3 %}{% break %}{% elif m.role == 'system' %}{% continue %}{% else %}.{% endif %}{% set x = (x or 0) + 1 %}{{ x }}{% else %}none{% endfor %}{{ x }}"
                  "{% set ns = namespace(n=0, list=[]) %}{% for i in range(5, 0, -2) if i != ns.n %}{% set ns.n = i - 2 %}{{ i }}{{ loop.last }}{% set ns.list = ns.list + [i] %}{% endfor %}{{ ns.list }}{% for a, b in [] %}{% endfor %}{% for c in 'äb' %}{{ c }}{% endfor %}",
    "own, macros": "{% macro show(value, depth=0, mark='-') %}{{ mark * depth }}{% if value is mapping %}{% for k, v in value.items() %}\n{{ k }}:{{ show(v, depth + 1, mark=mark) }}{% endfor %}{% elif value is string %}{{ value | trim }}{% elif value is iterable %}"
                   "{% for v in value %}[{{ show(v, depth=depth) }}]{% endfor %}{% else %}{{ value }}{% endif %}{{ extra }}{% endmacro %}{% set extra = '!' %}{{ show(messages, mark='+') }}{% set block %}<{{ show(1) }}>{% set extra = '?' %}{% endset %}{{ block }}{{ extra }}{{ show() }}",
    "own, white space": "  {# a comment #}\n\n  {%- if true %}\n  x\n    {% if true -%}  \n y  {%+ endif %}\n{{- 1 }}\n {{ 2 -}} \n z\n{% endif +%}\n\t{% set a = 1 %}b\r\nc\r{{ '\r\n' }}{#- -#}\n  {% if a %}d{% endif %}  \n\n",
    "own, generation": "{% for m in messages %}<{{ m.role }}>{% if m.role == 'assistant' %}{% generation %}{{ m.content }}{% set x = 1 %}</s>{% endgeneration %}{% else %}{{ m['content'] }}{% endif %}\n{% endfor %}{{ x }}{% if add_generation_prompt %}<assistant>{% endif %}",
    "own, safe": "{% set a = messages | tojson | safe %}{{ a }}{{ '<' ~ a }}{{ '<b>' + ('&' | safe) + \"'\\\"\" }}{{ ' <i> ' | safe | trim | upper }}{{ a | replace('<', '(') | string }}",
    "own, refuses": "{{ raise_exception('No ' ~ messages | length) }}",
    "own, wrong types": "{% for m in messages %}{{ m.content + '!' }}{{ m.content | length + 1 }}{{ 'a' in m.content }}{% for x in m.content %}{{ x }}{% endfor %}{% endfor %}",
    "own, missing": "{% for m in messages %}{{ m.nothing }}{{ m.tool_calls[0].function.name }}{% endfor %}",
    "own, time": "{{ strftime_now('%d %b %Y') }}{{ strftime_now is defined }}",
}


def cases(template, now):
    made = []

    def add(name, messages, tools=None, variables=None):
        for prompt in (False, True):
            case = {"name": f"{name}, {'with' if prompt else 'without'} prompt", "template": template, "messages": messages, "add_generation_prompt": prompt, "special_tokens": SPECIAL, "now": now}
            if tools:
                case["tools"] = tools
            if variables:
                case["variables"] = variables
            made.append(case)

    for name, messages in PLAIN.items():
        add(name, messages)
        add(name + ", tools", messages, TOOLS)
    for name, messages in CALLS.items():
        add(name, messages)
        add(name + ", tools", messages, TOOLS)
    for i, variables in enumerate(VARIABLES):
        for name in ("two turns", "system", "reasoning", "thinking in the text"):
            add(f"{name}, variables {i}", PLAIN[name], TOOLS if i % 2 else None, variables)
        for name in ("a call", "a call with words", "two calls"):
            add(f"{name}, variables {i}", CALLS[name], TOOLS, variables)
    return made
