// Plays a game to its end from Node, with the service's own suggestions.
//
//     cd examples/node
//     npm install
//     node play.js [host:port]
//
// npm installs into the folder it is run in: here, so that the project's own package.json
// stays as it is.
//
// Reads the contract from proto/; what it imports from google/api comes with protobufjs,
// on which @grpc/proto-loader rests.
"use strict";

const { randomUUID } = require("node:crypto");
const path = require("node:path");
const { promisify } = require("node:util");

const grpc = require("@grpc/grpc-js");
const loader = require("@grpc/proto-loader");

const PROTO = path.join(__dirname, "..", "..", "proto");
const GOOGLE = path.dirname(require.resolve("protobufjs/package.json"));
const DEADLINE_MS = 10_000;

function connect(target) {
  const contract = loader.loadSync("mastermind/v1/mastermind_service.proto", {
    includeDirs: [PROTO, GOOGLE],
    keepCase: true,
    defaults: true,
    enums: String,
    longs: Number,
  });
  const { v1 } = grpc.loadPackageDefinition(contract).mastermind;
  return new v1.MastermindService(target, grpc.credentials.createInsecure());
}

async function main(target) {
  const client = connect(target);
  const call = (name, request, metadata = new grpc.Metadata()) =>
    promisify(client[name]).call(client, request, metadata, {
      deadline: Date.now() + DEADLINE_MS,
    });

  try {
    const { game, codebreaker_token: token } = await call("NewGame", {
      ruleset: { preset: "classic" },
      request_id: randomUUID(),
    });
    const seat = new grpc.Metadata();
    if (token) seat.set("mastermind-token", token);
    console.log(`game ${game.game_id}, ${game.guesses_left} guesses`);

    let { state } = game;
    let answer;
    while (state === "STATE_IN_PROGRESS") {
      const { suggestion } = await call(
        "SuggestGuess",
        { game_id: game.game_id, strategy: "STRATEGY_MINIMAX" },
        seat,
      );
      answer = await call(
        "Guess",
        { game_id: game.game_id, guess: suggestion.guess, request_id: randomUUID() },
        seat,
      );
      ({ state } = answer);
      const { black, white } = answer.feedback;
      console.log(
        `${answer.turn}  ${suggestion.guess.pegs.join("")}  ${black} black, ${white} white` +
          `  (of ${suggestion.candidates_remaining} candidates)`,
      );
    }
    console.log(`${state}, the secret was ${answer.secret.pegs.join("")}`);
    return state === "STATE_SOLVED" ? 0 : 1;
  } finally {
    client.close();
  }
}

main(process.argv[2] ?? "127.0.0.1:50051").then(
  (status) => {
    process.exitCode = status;
  },
  (error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
