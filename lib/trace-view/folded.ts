// The list of traces for people: what back ends read by themselves, one after the other, is one row that opens.
import type { TraceSummary } from '../api/traces.ts'
import { onlyReads } from './calls.ts'

/** Traces in which nothing but reading was done, newest first. */
export interface FoldedReads {
  readonly reads: readonly TraceSummary[]
}

export type ListRow = TraceSummary | FoldedReads

/** True for reads that are one row. */
export const isFolded = (row: ListRow): row is FoldedReads => 'reads' in row

const isRead = ({ outcome, calls }: TraceSummary): boolean =>
  outcome === 'answered' && calls !== undefined && onlyReads(calls)

/** The apps that read, by name where it is known. */
export const readersOf = ({ reads }: FoldedReads): string =>
  [...new Set(reads.map(({ appName, app }) => appName ?? app ?? ''))].join(', ')

/** The rows of a list: two or more reads without anything in between are one. */
export function rowsOf(items: readonly TraceSummary[]): readonly ListRow[] {
  const runs: TraceSummary[][] = []
  for (const item of items) {
    const run = runs.at(-1)
    if (run?.[0] && isRead(run[0]) && isRead(item)) run.push(item)
    else runs.push([item])
  }
  return runs.flatMap((run): readonly ListRow[] => (run.length > 1 ? [{ reads: run }] : run))
}
