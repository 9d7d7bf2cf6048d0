// Four seats, cards and secrets, about as much to keep and to tell as at a table of Umami.
const { INVALID_MOVE } = require("boardgame.io/core");

const COLORS = ["green", "yellow", "red"];
const ICONS = ["star", "blossom", "steal"];
const SEATS = 4;
const HAND = 4;
const DISHES = 5;
const DISH = 3;

const cards = () => {
  const made = [];
  for (let number = 1; number <= 9; number++)
    for (const icon of ICONS)
      for (let copy = 0; copy < 4; copy++) {
        const color = COLORS[Math.floor((number - 1) / 3)];
        made.push({ id: `${number}${icon[0]}#${copy}`, face: `${number}${icon[0]}`, number, color, icon });
      }
  return made;
};

const favorites = () => Array.from({ length: 20 }, (_, i) => ({ id: `favorite:${i}`, pattern: `RG${i}`, high: i % 2 > 0 }));

function draw(G, random) {
  if (!G.deck.length) {
    G.deck = random.Shuffle(G.trash);
    G.trash = [];
  }
  return G.deck.pop();
}

function play({ G, playerID, random }, from, dish) {
  const hand = G.hands[playerID];
  if (!(from in hand) || !(dish in G.dishes[playerID])) return INVALID_MOVE;
  const target = G.dishes[playerID][dish];
  const [card] = hand.splice(from, 1);
  G.told = [{ what: "played", seat: playerID, card: card.face, dish }];
  target.cards.push(card);
  if (target.cards.length > DISH) {
    G.trash.push(...target.cards);
    target.cards = [];
    G.told.push({ what: "cleared", seat: playerID, dish });
  }
  hand.push(draw(G, random));
  G.trash.push(G.area.shift());
  G.area.push(draw(G, random));
  G.told.push({ what: "revealed", card: G.area[3].face });
  G.scores[playerID] = G.dishes[playerID].reduce((sum, { cards }) => sum + cards.length, 0);
}

module.exports = {
  name: "dishes",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  setup: ({ random }) => {
    const deck = random.Shuffle(cards());
    const patterns = random.Shuffle(favorites());
    const seats = Array.from({ length: SEATS }, (_, p) => String(p));
    const each = (make) => Object.fromEntries(seats.map((p) => [p, make()]));
    return {
      hands: each(() => deck.splice(0, HAND)),
      secrets: each(() => patterns.pop()),
      dishes: each(() => Array.from({ length: DISHES }, () => ({ cards: [], favorite: null }))),
      scores: each(() => 0),
      area: deck.splice(0, 4),
      favorites: patterns.splice(0, 6),
      favoritesDeck: patterns,
      deck,
      trash: [],
      told: [],
    };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { play },
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: Object.fromEntries(Object.entries(G.hands).map(([p, hand]) => [p, p === playerID ? hand : hand.length])),
    secrets: { [playerID]: G.secrets[playerID] },
    deck: G.deck.length,
    favoritesDeck: G.favoritesDeck.length,
  }),
};
