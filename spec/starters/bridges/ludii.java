import game.Game;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import other.GameLoader;
import other.context.Context;
import other.move.Move;
import other.trial.Trial;

/**
 * A bridge to a game described for Ludii, through the classes of Ludii.jar: it is played from the opening, step by step.
 *
 * Edit the table; below it nothing knows the description. What is there now is for Scrunch, with a turn in several moves.
 */
final class Rules {
    static final String NAME = "Ludii", VERSION = "1";
    static final String GAME = "@GAME@";
    static final List<String> BOARDS = List.of("@BOARD@");
    static final Map<String, List<String>> READINGS = Map.of();
    /** The name of a player is at Ludii's number of that player. */
    private static final List<String> SIDES = List.of("nobody", "dark", "light");
    /** The names of cells, each at Ludii's number of that site. */
    private static final List<String> CELLS = cells(7);

    /** The game, once. One of your own comes from GameLoader.loadGameFromFile(new File("mine.lud")). */
    private static Game load() {
        return GameLoader.loadGameFromName("Scrunch.lud", List.of("Board Size/7"));
    }

    /** Row by row from the bottom, each from the left: try eggs in all corners before you believe it. */
    private static List<String> cells(int side) {
        List<String> found = new ArrayList<>();
        for (int row = 0; row < 2 * side - 1; row++) {
            int length = 2 * side - 1 - Math.abs(side - 1 - row);
            for (int place = 1; place <= length; place++) found.add((char) ('a' + row) + "" + place);
        }
        return found;
    }

    /** A turn of the spec as moves of Ludii, from and to: "d4 e5-e6" is d4 to d4, then e5 to e6. Null if it has none. */
    private static List<int[]> movesOf(String turn) {
        List<int[]> found = new ArrayList<>();
        for (String step : turn.replaceFirst("^x ", "").split(" ", -1)) {
            String[] cells = step.split("-", -1);
            int from = CELLS.indexOf(cells[0]), to = CELLS.indexOf(cells[cells.length - 1]);
            if (from < 0 || to < 0 || cells.length > 2) return null;
            found.add(new int[] {from, to});
        }
        return found;
    }

    /** The position as protocol.md writes it. Who is in creation Ludii does not show: their turns are eggs so far. */
    private static Map<String, Object> positionOf(Context context, List<String> turns) {
        Map<String, Object> found = new LinkedHashMap<>(Map.of("game", GAME, "board", BOARDS.get(0)));
        found.put("to_move", SIDES.get(context.state().mover()));
        List<String> creating = new ArrayList<>();
        for (int side = 1; side <= 2; side++) {
            List<String> stones = new ArrayList<>();
            for (int site = 0; site < CELLS.size(); site++) {
                int who = context.containerState(0).who(site, context.board().defaultSite());
                if (who == side) stones.add(CELLS.get(site));
            }
            found.put(SIDES.get(side), stones);
            boolean grown = false;
            for (int at = side - 1; at < turns.size(); at += 2) grown |= turns.get(at).contains(" ");
            if (!grown) creating.add(SIDES.get(side));
        }
        found.put("creating", creating);
        return found;
    }

    // From here on there is nothing to edit.

    static final Map<String, Object> HELLO = Map.of(
            "can", List.of("apply"), "from", List.of("start"), "refusals", "one", "texts", "lenient");
    private static final Game LOADED = load();

    /** What the bridge does not cover: the question is skipped. */
    static final class NotWritten extends RuntimeException {
        NotWritten(String why) {
            super(why);
        }
    }

    /** No position can be set up here, so that none is bad. */
    static final class BadPosition extends RuntimeException {}

    /** A position with the context of Ludii and the turns that lead to it. */
    private static final class Position extends LinkedHashMap<String, Object> {
        final transient Context context;
        final List<String> turns;

        Position(Context context, List<String> turns) {
            super(positionOf(context, turns));
            this.context = context;
            this.turns = turns;
        }
    }

    static Map<String, Object> start(String board, Map<String, Object> readings) {
        Context context = new Context(LOADED, new Trial(LOADED));
        LOADED.start(context);
        return new Position(context, List.of());
    }

    static Map<String, Object> apply(
            String board, Map<String, Object> readings, Map<String, Object> position, String turn) {
        Position here = (Position) position;
        Context after = new Context(here.context);
        if (!isPlayed(after, turn)) return Map.of("verdict", "illegal");
        List<String> turns = new ArrayList<>(here.turns);
        turns.add(turn);
        Map<String, Object> said = new LinkedHashMap<>(Map.of("verdict", "legal"));
        said.put("position", new Position(after, turns));
        said.put("outcome", after.trial().over() ? outcome(after.trial().status().winner()) : null);
        return said;
    }

    private static Map<String, Object> outcome(int winner) {
        Map<String, Object> found = new LinkedHashMap<>();
        found.put("winner", winner == 0 ? null : SIDES.get(winner));
        return found;
    }

    static List<Object> turns(String board, Map<String, Object> readings, Map<String, Object> position) {
        throw new NotWritten("Ludii lists moves, which are no whole turns");
    }

    /** Whether all moves of a turn may be made, one after the other, and end it; a pass ends what could go on. */
    private static boolean isPlayed(Context context, String turn) {
        List<int[]> moves = movesOf(turn);
        if (moves == null) return false;
        int mover = context.state().mover();
        for (int[] wanted : moves) {
            if (isDone(context, mover) || !isMade(context, wanted)) return false;
        }
        return isDone(context, mover) || isMade(context, null);
    }

    private static boolean isDone(Context context, int mover) {
        return context.trial().over() || context.state().mover() != mover;
    }

    /** Makes a move from a site to a site, or a pass, if Ludii lists it. */
    private static boolean isMade(Context context, int[] wanted) {
        if (context.trial().over()) return false;
        for (Move move : LOADED.moves(context).moves()) {
            boolean same = wanted == null ? move.isPass()
                    : !move.isPass() && move.from() == wanted[0] && move.to() == wanted[1];
            if (same) {
                LOADED.apply(context, move);
                return true;
            }
        }
        return false;
    }
}
