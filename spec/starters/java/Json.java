import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as Map, List, String, Long, Boolean and null: all that the protocol needs. */
final class Json {
    /** A text that is no JSON. */
    static final class Broken extends RuntimeException {
        Broken(String what) {
            super(what);
        }
    }

    private static final int DEEPEST = 64;
    private final String text;
    private int at = 0;

    private Json(String text) {
        this.text = text;
    }

    static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value(0);
        json.blank();
        if (json.at < text.length()) throw new Broken("more than one value");
        return value;
    }

    private void blank() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private char next() {
        if (at >= text.length()) throw new Broken("it ends too early");
        return text.charAt(at++);
    }

    private boolean skip(char wanted) {
        blank();
        if (at >= text.length() || text.charAt(at) != wanted) return false;
        at++;
        return true;
    }

    private void expect(char wanted) {
        if (!skip(wanted)) throw new Broken("expected " + wanted);
    }

    private Object value(int depth) {
        if (depth > DEEPEST) throw new Broken("nested too deeply");
        if (skip('{')) return object(depth);
        if (skip('[')) return list(depth);
        if (skip('"')) return string();
        int from = at;
        while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) at++;
        String word = text.substring(from, at);
        switch (word) {
            case "null": return null;
            case "true": return true;
            case "false": return false;
            default:
        }
        if (!word.matches("-?(0|[1-9][0-9]{0,17})")) throw new Broken("no value");
        return Long.parseLong(word);
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> found = new LinkedHashMap<>();
        if (skip('}')) return found;
        do {
            expect('"');
            String name = string();
            expect(':');
            found.put(name, value(depth + 1));
        } while (skip(','));
        expect('}');
        return found;
    }

    private List<Object> list(int depth) {
        List<Object> found = new ArrayList<>();
        if (skip(']')) return found;
        do {
            found.add(value(depth + 1));
        } while (skip(','));
        expect(']');
        return found;
    }

    private String string() {
        StringBuilder found = new StringBuilder();
        for (char c = next(); c != '"'; c = next()) {
            if (c < ' ') throw new Broken("a control character in a string");
            found.append(c == '\\' ? escaped() : c);
        }
        return found.toString();
    }

    private char escaped() {
        char c = next();
        int plain = "\"\\/bfnrt".indexOf(c);
        if (plain >= 0) return "\"\\/\b\f\n\r\t".charAt(plain);
        if (c != 'u' || at + 4 > text.length()) throw new Broken("no such escape");
        at += 4;
        try {
            return (char) Integer.parseInt(text.substring(at - 4, at), 16);
        } catch (NumberFormatException error) {
            throw new Broken("no such escape");
        }
    }

    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> fields) {
            String separator = "{";
            for (Map.Entry<?, ?> field : fields.entrySet()) {
                out.append(separator);
                write(field.getKey(), out);
                out.append(':');
                write(field.getValue(), out);
                separator = ",";
            }
            out.append(fields.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> items) {
            String separator = "[";
            for (Object item : items) {
                out.append(separator);
                write(item, out);
                separator = ",";
            }
            out.append(items.isEmpty() ? "[]" : "]");
        } else if (value instanceof String string) {
            out.append('"');
            for (char c : string.toCharArray()) {
                if (c == '"' || c == '\\') out.append('\\').append(c);
                else if (c < ' ' || c > '~') out.append(String.format("\\u%04x", (int) c));
                else out.append(c);
            }
            out.append('"');
        } else {
            out.append(value);
        }
    }
}
