import java.util.List;
import java.util.Map;
import java.util.Random;

/** What the bot does. Write here. */
class Strategy {
    private final Random random = new Random();

    // Returns the move to make, one of `legal`. `view` is what you see; `arena rules @GAME@` explains
    // it. For example, `view` may be
    //
    //     @VIEW@
    //
    // and `legal`
    //
    //     @LEGAL@
    //
    // Where there are too many moves to be listed, `legal` has only some of them, or none.
    // Whole numbers in `view` are Long, others Double; lists are List<Object>, objects
    // Map<String, Object>: (Long) view.get("seat") is your seat.
    String chooseMove(Map<String, Object> view, List<String> legal) {
        if (legal.isEmpty()) {
            throw new IllegalStateException("none of the many moves is listed: make one up here");
        }
        return legal.get(random.nextInt(legal.size()));
    }

    /** Handles another message from arena: message.get("type") is "start", "event" or "end". */
    void happened(Map<String, Object> message) {
    }
}
