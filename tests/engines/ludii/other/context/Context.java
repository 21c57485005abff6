package other.context;

import game.Game;
import java.util.ArrayList;
import java.util.List;
import other.trial.Trial;

/** Stands in for Ludii's class of this name: the state of a game, which copies can go on from. */
public final class Context {
    /** Who is to move. */
    public record State(int mover) {}

    /** Who stands where. */
    public record ContainerState(String owners) {
        public int who(int site, String type) {
            return "Cell".equals(type) ? owners.charAt(site) - '0' : 0;
        }
    }

    /** On what pieces stand. */
    public record Board(String defaultSite) {}

    public final List<String> steps;
    public List<String> moves;
    private State state;
    private ContainerState owners;
    private Trial trial;

    public Context(Game game, Trial trial) {
        this.steps = new ArrayList<>();
        this.trial = trial;
    }

    public Context(Context other) {
        steps = new ArrayList<>(other.steps);
        moves = other.moves;
        state = other.state;
        owners = other.owners;
        trial = other.trial;
    }

    public void read(int mover, int winner, String owners, String moves) {
        state = new State(mover);
        trial = new Trial(winner);
        this.owners = new ContainerState(owners);
        this.moves = moves.isEmpty() ? List.of() : List.of(moves.split(" "));
    }

    public State state() {
        return state;
    }

    public ContainerState containerState(int index) {
        return owners;
    }

    public Board board() {
        return new Board("Cell");
    }

    public Trial trial() {
        return trial;
    }
}
