// A boardgame.io server: node server.js memory, or node server.js FOLDER for its flat files.
const { Server, FlatFile } = require("boardgame.io/server");
const game = require("./game.js");

const where = process.argv[2] || "memory";
const db = where === "memory" ? undefined : new FlatFile({ dir: where });
const server = Server({ games: [game], origins: [/127\.0\.0\.1/], ...(db && { db }) });
server.run({ port: 0 }).then(({ appServer }) => console.log(`http://127.0.0.1:${appServer.address().port}`));
