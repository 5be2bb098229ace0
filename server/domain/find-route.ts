// Finds the row for an address: first whole paths in a map, then the prefixes in the order of the table.
import type { MetricsGroup, Route } from './route.ts'

/** A request target: path and query as received, neither decoded nor normalised. */
export interface Target {
  readonly pathname: string
  readonly search: string
}

/** Splits the target of a request at its first question mark. */
export function splitTarget(target: string): Target {
  const at = target.indexOf('?')
  return at < 0 ? { pathname: target, search: '' } : { pathname: target.slice(0, at), search: target.slice(at) }
}

/** The prefix of a row, including its final slash; undefined for a whole path. */
const prefixOf = ({ path }: Pick<Route, 'path'>): string | undefined => /^(.*\/)\*\*?$/.exec(path)?.[1]

/** Whole paths with a peer's handler, except those below a prefix that answers everything. */
export const wholePathsOf = (rows: readonly Route[]): readonly string[] =>
  rows.filter((row) => prefixOf(row) === undefined && isMachine(row) && !row.when).map(({ path }) => path)

/** True for an address that answers machines, in JSON or by a peer, not with a page. */
export const isMachine = ({ answer }: Pick<Route, 'answer'>): boolean =>
  typeof answer === 'function' || answer === 'nothing'

/** True unless a page answers this request at the same address. */
export const answers = (
  { answer, when }: Pick<Route, 'answer' | 'when'>,
  method: string,
  search: string,
  accept = '',
): boolean => (answer === 'nothing' ? !asksForPage(method, accept) : when === undefined || when(method, search))

/** True for a request by which a browser opens a page. */
const asksForPage = (method: string, accept: string): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(accept)

/**
 * Returns a function that finds the row of a path. The last row of a table matches every path. A final slash is
 * ignored, and so are several slashes before `/fhir`, so that FHIR itself refuses the superfluous one.
 */
export function routeFinder<Row extends Pick<Route, 'path' | 'refusal'>>(
  rows: readonly Row[],
): (pathname: string) => Row {
  const { whole, closed, open } = sorted(rows)
  const last = rows.at(-1) as Row
  const found = (pathname: string): Row =>
    rowBelow(closed, pathname) ?? whole.get(pathname) ?? rowBelow(open, pathname) ?? last
  return (pathname) => {
    if (pathname.charCodeAt(1) === SLASH) {
      const row = found(pathname.replace(/^\/+/, '/'))
      return row.refusal === 'fhir' ? row : last
    }
    const row = found(pathname)
    return pathname.charCodeAt(pathname.length - 1) === SLASH ? (whole.get(pathname.slice(0, -1)) ?? row) : row
  }
}

const SLASH = 0x2f

interface Below<Row> {
  readonly prefix: string
  readonly row: Row
}

/**
 * The rows by how they are found. A prefix is closed when no whole path is below it; it is then compared first, which
 * is cheapest.
 */
function sorted<Row extends Pick<Route, 'path'>>(rows: readonly Row[]) {
  const whole = new Map<string, Row>()
  const below: Below<Row>[] = []
  for (const row of rows) {
    const prefix = prefixOf(row)
    if (prefix === undefined) whole.set(row.path, row)
    else below.push({ prefix, row })
    if (prefix !== undefined && row.path.endsWith('**')) whole.set(prefix.slice(0, -1), row)
  }
  const isClosed = ({ prefix }: Below<Row>) => ![...whole.keys()].some((path) => path.startsWith(prefix))
  return { whole, closed: below.filter(isClosed), open: below.filter((one) => !isClosed(one)) }
}

function rowBelow<Row>(prefixes: readonly Below<Row>[], pathname: string): Row | undefined {
  for (const { prefix, row } of prefixes) if (pathname.length > prefix.length && pathname.startsWith(prefix)) return row
  return undefined
}

/** The metrics group of a path in a row. */
export const groupIn = ({ metrics }: Pick<Route, 'metrics'>, pathname: string): MetricsGroup =>
  typeof metrics === 'function' ? metrics(pathname) : metrics
