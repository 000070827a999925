// SPDX-License-Identifier: BSD-3-Clause
// Elements of fields; see tb/field.h.
#include "tb/field.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t field_get(const block_field *field, const void *structure, unsigned element)
{
    const unsigned char *place = (const unsigned char *)structure + field->offset + (size_t)element * field->size;
    switch (field->size) {
    case 1: return *place;
    case 2: { uint16_t value; memcpy(&value, place, sizeof value); return value; }
    case 4: { uint32_t value; memcpy(&value, place, sizeof value); return value; }
    default: { uint64_t value; memcpy(&value, place, sizeof value); return value; }
    }
}

void field_set(const block_field *field, void *structure, unsigned element, uint64_t value)
{
    unsigned char *place = (unsigned char *)structure + field->offset + (size_t)element * field->size;
    switch (field->size) {
    case 1: *place = (uint8_t)value; break;
    case 2: { uint16_t narrow = (uint16_t)value; memcpy(place, &narrow, sizeof narrow); break; }
    case 4: { uint32_t narrow = (uint32_t)value; memcpy(place, &narrow, sizeof narrow); break; }
    default: memcpy(place, &value, sizeof value);
    }
}

const char *field_kind_word(const block_field *field)
{
    static const char *const words[] = {"input", "late input", "output", "register", "memory"};
    return words[field->kind];
}

void field_element_name(const block_field *field, unsigned element, char text[FIELD_TEXT])
{
    if (field->is_vector)
        snprintf(text, FIELD_TEXT, "%s[%u]", field->name, element);
    else
        snprintf(text, FIELD_TEXT, "%s", field->name);
}

bool field_enum_next(const block_field *field, const char **at, uint64_t *value, const char **name, size_t *length)
{
    if (!*at) {                                 // "what it is: " may stand before the first
        const char *colon = isdigit((unsigned char)*field->words) ? NULL : strstr(field->words, ": ");
        *at = colon ? colon + 2 : field->words;
    }
    if (field->form != FORM_ENUM || !isdigit((unsigned char)**at))
        return false;
    char *behind;
    *value = strtoull(*at, &behind, 10);
    *name = behind + strspn(behind, " ");
    *length = strcspn(*name, ",;");
    *at = *name + *length;
    *at += **at == ',' ? strspn(*at, ", ") : strlen(*at);       // behind a semicolon: words on the other values
    return true;
}

const char *field_enum_name(const block_field *field, uint64_t value, size_t *length)
{
    const char *at = NULL, *name;
    uint64_t number;

    while (field_enum_next(field, &at, &number, &name, length))
        if (number == value)
            return name;
    return NULL;
}

void field_decode(const block_field *field, uint64_t value, char text[FIELD_TEXT])
{
    size_t length;
    const char *name = field_enum_name(field, value, &length);
    switch (field->form) {
    case FORM_BOOL: snprintf(text, FIELD_TEXT, "%s", value ? "1 (yes)" : "0 (no)"); break;
    case FORM_DEC:
    case FORM_ANALOG: snprintf(text, FIELD_TEXT, "%" PRIu64, value); break;
    case FORM_ENUM:
        if (name)
            snprintf(text, FIELD_TEXT, "%" PRIu64 " (%.*s)", value, (int)length, name);
        else
            snprintf(text, FIELD_TEXT, "%" PRIu64, value);
        break;
    default: {
        int written = snprintf(text, FIELD_TEXT, "0x%" PRIx64 " (bits", value);
        const char *separator = " ";
        for (unsigned bit = 0; bit < field->width && written < FIELD_TEXT - 16; bit++)
            if (value >> bit & 1) {
                written += snprintf(text + written, FIELD_TEXT - (size_t)written, "%s%u", separator, bit);
                separator = ",";
            }
        snprintf(text + written, FIELD_TEXT - (size_t)written, "%s",
                 written >= FIELD_TEXT - 16 ? ",...)"
                 : value                    ? ")"
                                            : " none)");
    }
    }
}
