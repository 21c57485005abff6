import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The engine's side of the protocol: lines of JSON in, lines of JSON out. The rules are in Rules.java. */
public final class Adapter {
    record Context(String board, Map<String, Object> readings) {}

    /** An error answer. */
    static final class Refusal extends RuntimeException {
        final String code;

        Refusal(String code, String text) {
            super(text);
            this.code = code;
        }
    }

    private static final Map<String, Context> contexts = new HashMap<>();

    private static Map<String, Object> hello(Map<String, Object> question) {
        if (!Long.valueOf(1).equals(question.get("protocol"))) {
            throw new Refusal("unsupported", "only protocol 1 is spoken here");
        }
        Map<String, Object> engine = Map.of("name", Rules.NAME, "version", Rules.VERSION, "language", "Java");
        Map<String, Object> game = Map.of("boards", Rules.BOARDS, "readings", Rules.READINGS);
        Map<String, Object> said = new LinkedHashMap<>(Rules.HELLO);
        said.putAll(Map.of("protocol", 1, "engine", engine, "games", Map.of(Rules.GAME, game)));
        return said;
    }

    private static Map<String, Object> open(Map<String, Object> question) {
        String board = text(question, "board");
        if (!Rules.GAME.equals(question.get("game")) || !Rules.BOARDS.contains(board)) {
            throw new Refusal("unsupported", "this game or board is not played here");
        }
        Map<String, Object> readings = question.containsKey("readings") ? object(question, "readings") : Map.of();
        for (Map.Entry<String, Object> each : readings.entrySet()) {
            if (!Rules.READINGS.getOrDefault(each.getKey(), List.of()).contains(each.getValue())) {
                throw new Refusal("unsupported", "these readings are not played here");
            }
        }
        Map<String, Object> opening = Rules.start(board, readings);
        String context = "c" + (contexts.size() + 1);
        contexts.put(context, new Context(board, readings));
        return Map.of("context", context, "start", opening);
    }

    private static Context opened(Map<String, Object> question) {
        Context context = contexts.get(text(question, "context"));
        if (context == null) throw new Refusal("bad-question", "no such context is open");
        return context;
    }

    private static Map<String, Object> positionOf(Map<String, Object> question) {
        Map<String, Object> position = object(question, "position");
        if (Rules.HELLO.get("from") instanceof List<?> from && !from.contains("position")) {
            throw new Refusal("unsupported", "play begins at the opening here");
        }
        if (!Rules.GAME.equals(position.get("game")) || !opened(question).board().equals(position.get("board"))) {
            throw new Refusal("bad-position", "it belongs to another game or board");
        }
        return position;
    }

    private static Map<String, Object> apply(Map<String, Object> question) {
        Context context = opened(question);
        if (!(question.get("turns") instanceof List<?> texts)) {
            return Rules.apply(context.board(), context.readings(), positionOf(question), text(question, "turn"));
        }
        Map<String, Object> position = Rules.start(context.board(), context.readings());
        Map<String, Object> said = Map.of();
        for (int at = 0; at < texts.size(); at++) {
            said = Rules.apply(context.board(), context.readings(), position, (String) texts.get(at));
            if (!"legal".equals(said.get("verdict"))) {
                said = new LinkedHashMap<>(said);
                said.put("at", at);
                return said;
            }
            position = object(said, "position");
        }
        return said;
    }

    private static Map<String, Object> turns(Map<String, Object> question) {
        Context context = opened(question);
        return Map.of("turns", Rules.turns(context.board(), context.readings(), positionOf(question)));
    }

    private static String text(Map<String, Object> question, String name) {
        if (question.get(name) instanceof String found) return found;
        throw new Refusal("bad-question", "no text in " + name);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Map<String, Object> question, String name) {
        if (question.get(name) instanceof Map<?, ?> found) return (Map<String, Object>) found;
        throw new Refusal("bad-question", "no object in " + name);
    }

    /** What is done, or null for a command that is not known. */
    private static Map<String, Object> done(Map<String, Object> question) {
        switch (String.valueOf(question.get("do"))) {
            case "hello": return hello(question);
            case "open": return open(question);
            case "apply": return apply(question);
            case "turns": return turns(question);
            case "bye": return Map.of();
            default: throw new Refusal("unknown-command", "this is not done here");
        }
    }

    /** The answer to a question, without its id. */
    private static Map<String, Object> answer(Map<String, Object> question) {
        try {
            return Map.of("ok", done(question));
        } catch (Rules.NotWritten reason) {
            return Map.of("skip", Map.of("why", reason.getMessage()));
        } catch (Rules.BadPosition reason) {
            return error("bad-position", reason.getMessage());
        } catch (Refusal refusal) {
            return error(refusal.code, refusal.getMessage());
        }
    }

    private static Map<String, Object> error(String code, String text) {
        return Map.of("error", Map.of("code", code, "text", text));
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            Map<String, Object> question = Map.of();
            Map<String, Object> said = new LinkedHashMap<>();
            try {
                if (Json.read(line) instanceof Map<?, ?> found) question = (Map<String, Object>) found;
                said.put("id", question.get("id"));
                said.putAll(answer(question));
            } catch (Json.Broken broken) {
                said.put("id", null);
                said.putAll(error("bad-json", broken.getMessage()));
            }
            output.print(Json.write(said) + "\n");
            output.flush();
            if ("bye".equals(question.get("do"))) return;
        }
    }
}
