package other.move;

/** Stands in for Ludii's class of this name: from a site to a site, or a pass. */
public record Move(int from, int to, boolean isPass) {
    public static Move read(String text) {
        if (text.equals("pass")) return new Move(-1, -1, true);
        String[] sites = text.split("-");
        return new Move(Integer.parseInt(sites[0]), Integer.parseInt(sites[1]), false);
    }

    public String text() {
        return isPass ? "pass" : from + "-" + to;
    }
}
