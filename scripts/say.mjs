// Prints messages of a command before its service can log: a sentence on standard error, or a line of the log.

/** The level as the service's log writes it (server/log/log.ts). */
const INFO = 30

/** Prints a sentence. If the service's log is JSON, prints JSON as well, so that a program can parse every line. */
export function say(sentence) {
  const line =
    process.env.LOG_FORMAT === 'json' ? JSON.stringify({ level: INFO, time: Date.now(), msg: sentence }) : sentence
  process.stderr.write(`${line}\n`)
}
