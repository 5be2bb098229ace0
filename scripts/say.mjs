// Prints messages of a command before its service can log: a sentence on standard error, or a line of the log.

/** Prints a sentence. If the service's log is JSON, prints JSON as well, so that a program can parse every line. */
export function say(sentence) {
  const line =
    process.env.LOG_FORMAT === 'json' ? JSON.stringify({ level: 'info', time: new Date(), msg: sentence }) : sentence
  process.stderr.write(`${line}\n`)
}
