// Prints messages of a command before its service can log: a sentence on standard error, or a line of the log.

/** Says a sentence: as JSON where the service's log is JSON, so that every line of it can be read by one program. */
export function say(sentence) {
  const line =
    process.env.LOG_FORMAT === 'json' ? JSON.stringify({ level: 'info', time: new Date(), msg: sentence }) : sentence
  process.stderr.write(`${line}\n`)
}
