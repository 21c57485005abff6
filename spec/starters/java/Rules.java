import java.util.List;
import java.util.Map;

/** Your rules go here: three methods, each of which says that it is not written until it is. */
final class Rules {
    static final String NAME = "my engine", VERSION = "1";
    static final String GAME = "@GAME@";
    /** Every board that is played, each by its name: no ranges. A loop may make the list. */
    static final List<String> BOARDS = List.of("@BOARD@");
    static final Map<String, List<String>> READINGS = Map.of();
    /** What hello says. Turns are refused by "kinds" (illegal, malformed, ambiguous), with "one" word, or "none" is. */
    static final Map<String, Object> HELLO = Map.of(
            "can", List.of("apply", "turns"), "from", List.of("start", "position"), "refusals", "one");

    /** What the rules here do not cover yet: the question is skipped. */
    static final class NotWritten extends RuntimeException {
        NotWritten(String why) {
            super(why);
        }
    }

    /** A position that breaks its format or the rules. */
    static final class BadPosition extends RuntimeException {
        BadPosition(String why) {
            super(why);
        }
    }

    /** The opening position, as spec/protocol.md writes positions of the game: Map, List, String, Long, null. */
    static Map<String, Object> start(String board, Map<String, Object> readings) {
        throw new NotWritten("the opening is not written yet");
    }

    /**
     * What becomes of a position: verdict "legal" with position and outcome, or verdict "illegal"; where refusals is
     * "kinds" also "malformed", and "ambiguous" with means. An outcome may be null, so that Map.of does not do.
     */
    static Map<String, Object> apply(
            String board, Map<String, Object> readings, Map<String, Object> position, String turn) {
        throw new NotWritten("turns are not played yet");
    }

    /** All that can be played: turn, position and outcome, one for each result. */
    static List<Object> turns(String board, Map<String, Object> readings, Map<String, Object> position) {
        throw new NotWritten("turns are not listed yet");
    }
}
