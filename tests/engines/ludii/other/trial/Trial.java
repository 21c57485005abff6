package other.trial;

import game.Game;

/** Stands in for Ludii's class of this name: how a game has gone so far. */
public record Trial(int winner) {
    /** How it has ended. */
    public record Status(int winner) {}

    public Trial(Game game) {
        this(-1);
    }

    public boolean over() {
        return winner >= 0;
    }

    public Status status() {
        return over() ? new Status(winner) : null;
    }
}
