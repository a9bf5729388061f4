import java.util.List;
import java.util.Map;

/** Answers with what it sees, as JSON: shows what a Java bot of `arena new` has read. */
class Strategy {
    private static String written(Object value) {
        StringBuilder out = new StringBuilder();
        if (value instanceof String) {
            return Json.quoted((String) value);
        }
        if (value instanceof List) {
            for (Object item : Json.list(value)) {
                out.append(out.length() == 0 ? "" : ",").append(written(item));
            }
            return "[" + out + "]";
        }
        if (value instanceof Map) {
            for (Map.Entry<String, Object> member : Json.object(value).entrySet()) {
                out.append(out.length() == 0 ? "" : ",").append(Json.quoted(member.getKey()));
                out.append(":").append(written(member.getValue()));
            }
            return "{" + out + "}";
        }
        return String.valueOf(value);
    }

    String chooseMove(Map<String, Object> view, List<String> legal) {
        return written(view);
    }

    void happened(Map<String, Object> message) {
    }
}
