// Rules for Subscription.channel.header: header fields (RFC 9110 §5) that an app may choose. Fields that the domain
// sets are refused.

const MOST_HEADERS = 10
/** Longest header, in characters. */
const LONGEST = 1024

/** A token (RFC 9110 §5.6.2), a colon, and visible ASCII with spaces between. */
const FIELD = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([\x21-\x7e](?:[ \t\x21-\x7e]*[\x21-\x7e])?)?$/

/** Fields that describe the connection or message, and fields by which the domain and proxies identify a request. */
const OURS: ReadonlySet<string> = new Set([
  ...['host', 'content-length', 'content-type', 'content-encoding', 'transfer-encoding', 'connection', 'keep-alive'],
  ...['te', 'trailer', 'upgrade', 'expect', 'proxy-authorization', 'proxy-connection', 'cookie', 'set-cookie'],
  ...['x-request-id', 'x-correlation-id', 'x-trace-id', 'traceparent', 'tracestate', 'baggage', 'user-agent'],
  // By these a receiver and what stands before it believe who asks, from where, and for what.
  ...[
    'forwarded',
    'via',
    'x-real-ip',
    'true-client-ip',
    'client-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'cf-connecting-ip',
  ],
  ...['origin', 'referer', 'x-original-url', 'x-rewrite-url', 'x-original-host', 'x-host', 'x-scheme', 'x-http-method'],
  ...['x-http-method-override', 'x-method-override', 'max-forwards', 'date'],
  // Those of which the answer depends: no answer is read.
  ...['accept-encoding', 'range', 'if-range', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'],
])
const OUR_PREFIXES = ['x-slipway-', 'x-forwarded-', 'sec-', 'proxy-', 'access-control-', 'x-middleware-']

/** The problem of one header; undefined when it can be sent. */
function headerProblem(header: unknown): string | undefined {
  if (typeof header !== 'string' || header.length > LONGEST)
    return `A header must be a string of at most ${LONGEST} characters.`
  const name = FIELD.exec(header)?.[1]?.toLowerCase()
  if (name === undefined) return 'A header must be written "Name: value", in visible ASCII.'
  if (OURS.has(name) || OUR_PREFIXES.some((prefix) => name.startsWith(prefix)))
    return `A Subscription cannot set the header ${name}: leave it out.`
  return undefined
}

export interface HeaderProblem {
  /** Its index in channel.header. */
  readonly index: number
  readonly diagnostics: string
}

/** All problems of a channel's headers. Never repeats a value. */
export function headerProblems(header: unknown): readonly HeaderProblem[] {
  if (header === undefined) return []
  if (!Array.isArray(header)) return [{ index: 0, diagnostics: 'channel.header must be an array of strings.' }]
  if (header.length > MOST_HEADERS)
    return [
      {
        index: MOST_HEADERS,
        diagnostics: `A channel may have at most ${MOST_HEADERS} headers; this one has ${header.length}.`,
      },
    ]
  return header.flatMap((line: unknown, index) => {
    const diagnostics = headerProblem(line)
    return diagnostics === undefined ? [] : [{ index, diagnostics }]
  })
}

/** Headers as name and value pairs, for sending. */
export const fieldsOf = (headers: readonly string[]): readonly (readonly [string, string])[] =>
  headers.flatMap((header) => {
    const [, name, value = ''] = FIELD.exec(header) ?? []
    return name === undefined ? [] : [[name, value] as const]
  })
