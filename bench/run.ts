// The measurements on a domain of one size as they come: rows, facts, and what failed.
import type { Fact } from './facts.ts'
import { type Options, wantedBy } from './options.ts'
import { type Failure, lineOf, type MeasuredFact, type MeasuredRow } from './report.ts'
import { compare, type Plan, type Row } from './rounds.ts'

export const say = (text: string) => process.stderr.write(`${text}\n`)

/** The measurements so far on a domain of one size. */
export type Run = ReturnType<typeof newRun>

/** `report` is called with each result as it comes. */
export function newRun(size: number, options: Plan & Pick<Options, 'only'>, report: (result: string) => void) {
  const wanted = wantedBy(options)
  const rows: MeasuredRow[] = []
  const facts: MeasuredFact[] = []
  const failures: Failure[] = []
  const keep = <Result extends MeasuredRow | MeasuredFact | Failure>(list: Result[], result: Result) => {
    list.push(result)
    report(lineOf(result))
  }
  /** Does a part of the run: what fails is a line of the report, and the others go on. */
  const attempt = async (name: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      keep(failures, { size, name, problem: error instanceof Error ? error.message : String(error) })
    }
  }
  const attemptWanted = async (name: string, work: () => Promise<void>) => {
    if (!wanted(name)) return
    say(`  ${name} …`)
    await attempt(name, work)
  }
  return {
    ...{ size, rows, facts, failures, wanted, attempt },
    /** Runs the selected rows. */
    measure: async (all: readonly Row[]) => {
      for (const row of all)
        await attemptWanted(row.name, async () => keep(rows, { size, ...row, ...(await compare(row, options)) }))
    },
    /** One or more facts that a single name selects together. */
    fact: (name: string, make: () => Promise<Fact | readonly Fact[]>) =>
      attemptWanted(name, async () => {
        for (const fact of [await make()].flat()) keep(facts, { size, ...fact })
      }),
  }
}
