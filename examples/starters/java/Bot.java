import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads arena's messages, one JSON object a line, and answers with what Strategy.java chooses. */
class Bot {
    private final Strategy strategy = new Strategy();
    private final PrintStream answers;
    private Map<String, Object> turn;
    private List<String> legal = new ArrayList<>();
    private int refused; // answers to this turn

    Bot(PrintStream answers) {
        this.answers = answers;
    }

    void take(Map<String, Object> message) {
        Object type = message.get("type");
        if ("turn".equals(type)) {
            beginTurn(message);
            answer(strategy.chooseMove(Json.object(turn.get("view")), legal));
        } else if ("error".equals(type)) {
            System.out.println("arena refused the move: " + message.get("message"));
            answer(otherMove());
        } else {
            strategy.happened(message);
        }
    }

    private void beginTurn(Map<String, Object> message) {
        turn = message;
        refused = 0;
        legal = new ArrayList<>();
        Object listed = turn.get("legal");
        if (listed == null) {
            listed = Json.object(turn.get("view")).get("possible");
        }
        if (listed != null) {
            for (Object move : Json.list(listed)) {
                legal.add((String) move);
            }
        }
    }

    private String otherMove() {
        if (legal.isEmpty()) {
            return strategy.chooseMove(Json.object(turn.get("view")), legal);
        }
        return legal.get(refused++ % legal.size());
    }

    private void answer(String move) {
        answers.print("{\"move\":" + Json.quoted(move) + ",\"id\":" + turn.get("id") + "}\n");
        answers.flush();
    }

    public static void main(String[] arguments) throws IOException {
        Bot bot = new Bot(new PrintStream(System.out, false, "UTF-8"));
        System.setOut(System.err); // what Strategy.java prints is not taken for a move
        BufferedReader questions =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            bot.take(Json.object(Json.parse(line)));
        }
    }
}
