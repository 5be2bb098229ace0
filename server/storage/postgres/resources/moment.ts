// PostgreSQL names a state of the database by a snapshot: which transactions were done (postgresql.org/docs/current/functions-info.html, pg_snapshot).
import type { Moment } from '#server/fhir/store.ts'

/** `xmin:xmax:xip,…`, numbers of 64 bits: those that were under way are in their order, from xmin to before xmax. */
const SNAPSHOT = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19},)*\d{1,19})?$/

/**
 * The moment that a transaction sees, with what it has written itself under its own number: once it is committed, that belongs to the
 * moment. Numbers between the last one that was done and its own are of transactions that were under way.
 */
export function withOwn(moment: Moment, own: string | null): Moment {
  const [xmin = '', xmax = '', underWay = ''] = moment.split(':')
  if (own === null || BigInt(own) < BigInt(xmax)) return moment
  const all = underWay === '' ? [] : underWay.split(',')
  for (let one = BigInt(xmax); one < BigInt(own); one += 1n) all.push(String(one))
  return `${xmin}:${BigInt(own) + 1n}:${all.join(',')}` as Moment
}

export function isMoment(text: string): text is Moment {
  const [, xmin, xmax, underWay] = SNAPSHOT.exec(text) ?? []
  if (xmin === undefined || xmax === undefined) return false
  const [first, end] = [BigInt(xmin), BigInt(xmax)]
  const between = (underWay?.split(',') ?? []).map(BigInt)
  return first > 0n && first <= end && between.every((one, n) => one >= (between[n - 1] ?? first) && one < end)
}
