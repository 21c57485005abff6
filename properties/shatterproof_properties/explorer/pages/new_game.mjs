// The dialog for a new game: which game, on which board, and who plays whom.

import { button, capital, element, fill, openDialog } from "./elements.mjs";

export function openNewGame(context) {
  const { session, games } = context;
  const game = session.lines?.root.game ?? games().games[0].game;
  const wish = { game, board: session.lines?.root.board || context.game(game).boards.default, opponent: context.opponent.choice };
  openDialog("New game", (close) => {
    const form = element("form", {
      onsubmit: (event) => {
        event.preventDefault();
        close();
        context.opponent.choose(wish.opponent);
        const isStandard = wish.board === context.game(wish.game).boards.default;
        context.startNew(isStandard ? { game: wish.game } : { game: wish.game, board: wish.board });
      },
    });
    const show = () => fill(form, gameChoice(wish, context, show), boardChoice(wish, context), opponentChoice(wish, context, show),
      element("div", { class: "bar" }, button("Start", null, { type: "submit", class: "primary" })));
    show();
    return form;
  });
}

function gameChoice(wish, context, show) {
  return choice("Game", context.games().games.map(({ game }) => [game, capital(game)]), wish.game, (game) => {
    Object.assign(wish, { game, board: context.game(game).boards.default });
    show();
  });
}

function boardChoice(wish, context) {
  const { boards } = context.game(wish.game);
  const field = element("input", {
    name: "board", "aria-label": "Board", value: wish.board, size: 6, maxlength: 7, autocomplete: "off", title: boards.form, required: true,
    oninput: () => chosen(field.value.trim()),
  });
  const chips = boards.some.map((name) => button(name, () => {
    field.value = name;
    chosen(name);
  }, { class: "outline" }));
  const chosen = (board) => {
    wish.board = board;
    for (const chip of chips) chip.setAttribute("aria-pressed", chip.textContent === board);
  };
  chosen(wish.board);
  return element("fieldset", {}, element("legend", {}, "Board"), element("div", { class: "bar" }, field, chips));
}

function opponentChoice(wish, { opponent, game }, show) {
  if (!opponent.isThere) return null;
  const pick = (change) => {
    wish.opponent = { ...wish.opponent, ...change };
    show();
  };
  return [
    choice("Against", [["", "A person, on this board"], ...opponent.strengths.map((name) => [name, `The program, ${capital(name)}`])],
      wish.opponent.strength, (strength) => pick({ strength })),
    wish.opponent.strength ? choice("You play", game(wish.game).sides.map((side, index) => [String(index), capital(side)]),
      String(wish.opponent.human), (human) => pick({ human: Number(human) })) : null,
  ];
}

function choice(label, pairs, chosen, onchange) {
  return element("fieldset", {}, element("legend", {}, label), element("div", { class: "segments" }, pairs.map(([value, text]) =>
    element("label", {}, element("input", {
      type: "radio", name: label, value, checked: value === chosen, onchange: () => onchange(value),
    }), element("span", {}, text)))));
}
