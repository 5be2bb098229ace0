// What a command says before the service that it starts can speak for itself: a sentence on standard error, or a line of the log.

/** Says a sentence: as JSON where the service's log is JSON, so that every line of it can be read by one program. */
export function say(sentence) {
  const line =
    process.env.LOG_FORMAT === 'json' ? JSON.stringify({ level: 'info', time: new Date(), msg: sentence }) : sentence
  process.stderr.write(`${line}\n`)
}
