import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON. Objects become Map<String, Object>, lists List<Object>, strings String, whole numbers
 * Long, other numbers Double, true and false Boolean, null null.
 */
final class Json {
    private static final int DEEPEST = 500; // lists and objects within each other

    private final String text;
    private int at = 0;

    private Json(String text) {
        this.text = text;
    }

    /** Reads one value, all of `text`. Throws IllegalArgumentException, which says where the error is. */
    static Object parse(String text) {
        Json reader = new Json(text);
        Object value = reader.value(0);
        if (reader.at < text.length()) {
            throw reader.missing("an end");
        }
        return value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    /** `text` as a JSON string. */
    static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }

    private IllegalArgumentException missing(String what) {
        return new IllegalArgumentException("no JSON: " + what + " is missing at character " + at);
    }

    /** The next character; 0 at the end. */
    private char next() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private boolean take(char wanted) {
        if (at == text.length() || next() != wanted) {
            return false;
        }
        at++;
        return true;
    }

    private void skipBlanks() {
        while (next() == ' ' || next() == '\t' || next() == '\n' || next() == '\r') {
            at++;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private Object value(int depth) {
        if (depth > DEEPEST) {
            throw missing("an end of the nesting");
        }
        skipBlanks();
        Object value;
        if (next() == '{') {
            value = readObject(depth);
        } else if (next() == '[') {
            value = readList(depth);
        } else if (next() == '"') {
            value = readString();
        } else if (next() == '-' || isDigit(next())) {
            value = readNumber();
        } else {
            value = readWord();
        }
        skipBlanks();
        return value;
    }

    private Object readWord() {
        if (takeWord("null")) {
            return null;
        }
        if (takeWord("true")) {
            return Boolean.TRUE;
        }
        if (takeWord("false")) {
            return Boolean.FALSE;
        }
        throw missing("a value");
    }

    private boolean takeWord(String word) {
        if (!text.startsWith(word, at)) {
            return false;
        }
        at += word.length();
        return true;
    }

    private Map<String, Object> readObject(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        take('{');
        skipBlanks();
        if (take('}')) {
            return members;
        }
        do {
            skipBlanks();
            if (next() != '"') {
                throw missing("a name");
            }
            String name = readString();
            skipBlanks();
            if (!take(':')) {
                throw missing(":");
            }
            members.put(name, value(depth + 1));
        } while (take(','));
        if (!take('}')) {
            throw missing("}");
        }
        return members;
    }

    private List<Object> readList(int depth) {
        List<Object> items = new ArrayList<>();
        take('[');
        skipBlanks();
        if (take(']')) {
            return items;
        }
        do {
            items.add(value(depth + 1));
        } while (take(','));
        if (!take(']')) {
            throw missing("]");
        }
        return items;
    }

    private void skipDigits() {
        if (!isDigit(next())) {
            throw missing("a digit");
        }
        while (isDigit(next())) {
            at++;
        }
    }

    private Object readNumber() {
        int begin = at;
        boolean whole = true;
        take('-');
        if (!take('0')) {
            skipDigits();
        }
        if (take('.')) {
            whole = false;
            skipDigits();
        }
        if (take('e') || take('E')) {
            whole = false;
            if (!take('+')) {
                take('-');
            }
            skipDigits();
        }
        String digits = text.substring(begin, at);
        if (whole && digits.length() <= 18) {
            return Long.valueOf(digits);
        }
        return Double.valueOf(digits);
    }

    private String readString() {
        StringBuilder out = new StringBuilder();
        take('"');
        while (!take('"')) {
            if (next() < 0x20) {
                throw missing("\"");
            }
            if (take('\\')) {
                readEscape(out);
            } else {
                out.append(next());
                at++;
            }
        }
        return out.toString();
    }

    private void readEscape(StringBuilder out) {
        if (take('u')) {
            readUnicode(out);
            return;
        }
        int which = "\"\\/bfnrt".indexOf(next());
        if (at == text.length() || which < 0) {
            throw missing("an escape");
        }
        at++;
        out.append("\"\\/\b\f\n\r\t".charAt(which));
    }

    /** What follows a backslash and u, and of a pair its second half. Half a pair means U+FFFD. */
    private void readUnicode(StringBuilder out) {
        char code = readHex();
        int here = at;
        if (Character.isHighSurrogate(code) && take('\\') && take('u')) {
            char second = readHex();
            if (Character.isLowSurrogate(second)) {
                out.append(code).append(second);
                return;
            }
        }
        at = here;
        out.append(Character.isSurrogate(code) ? (char) 0xfffd : code);
    }

    private char readHex() {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = next() < 0x80 ? Character.digit(next(), 16) : -1;
            if (digit < 0) {
                throw missing("four hexadecimal digits");
            }
            code = code * 16 + digit;
            at++;
        }
        return (char) code;
    }
}
