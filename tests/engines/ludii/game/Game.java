package game;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import other.context.Context;
import other.move.Move;

/** Stands in for Ludii's class of this name: what a bridge calls of it. A program beside it knows the rules. */
public final class Game {
    /** What moves() gives. */
    public record Moves(List<Move> moves) {}

    private final Process program;
    private final BufferedReader answers;

    public Game() {
        try (InputStream command = Game.class.getResourceAsStream("/command.txt")) {
            String[] words = new String(command.readAllBytes(), StandardCharsets.UTF_8).strip().split("\n");
            program = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> program.destroyForcibly().onExit().join()));
        answers = program.inputReader();
    }

    public void start(Context context) {
        show(context);
    }

    public Moves moves(Context context) {
        List<Move> found = new ArrayList<>();
        for (String move : context.moves) found.add(Move.read(move));
        return new Moves(found);
    }

    public Move apply(Context context, Move move) {
        context.steps.add(move.text());
        show(context);
        return move;
    }

    /** The program says who is to move, who has won (-1: nobody yet), who stands on each site, and what can be done. */
    private void show(Context context) {
        try {
            program.outputWriter().append(String.join(" ", context.steps)).append("\n").flush();
            String[] lines = answers.readLine().split(";", -1);
            context.read(Integer.parseInt(lines[0]), Integer.parseInt(lines[1]), lines[2], lines[3]);
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
    }
}
