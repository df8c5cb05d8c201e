/* Tokens of a text, by libyaml's public functions: a parser is too large a state to be an input. */
#include <yaml.h>

int scan_text(const unsigned char *text, unsigned length) {
    yaml_parser_t parser;
    yaml_token_t token;
    int tokens = 0, more = 1;
    if (!text || length > 6 || !yaml_parser_initialize(&parser))
        return -1;
    yaml_parser_set_input_string(&parser, text, length);
    while (more && tokens < 8 && yaml_parser_scan(&parser, &token)) {
        more = token.type != YAML_NO_TOKEN && token.type != YAML_STREAM_END_TOKEN;
        yaml_token_delete(&token);
        tokens++;
    }
    yaml_parser_delete(&parser);
    return tokens;
}
