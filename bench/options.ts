// The command line options of the benchmark.
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Plan } from './rounds.ts'

export const REAL_SIZE = 1100

export interface Options extends Plan {
  readonly engine: 'sqlite' | 'postgres'
  readonly size: readonly number[]
  readonly only?: readonly string[]
  readonly json?: string
  readonly beside?: string
  readonly profile?: string
}

/** A commander argument that must be a number above 0. */
export const positive = (text: string): number => {
  if (!(Number(text) > 0)) throw new InvalidArgumentError('a number above 0')
  return Number(text)
}

const list = (text: string): readonly string[] => text.split(',').map((part) => part.trim())

/** One round of the rows that other tests do not reach. It shows that they work, not how fast they are. */
const SMALL = {
  ...{ size: [REAL_SIZE], rounds: 1, seconds: 0.1, warmUp: 0.1 },
  only: ['two processes', 'least for', 'random over', 'list of', 'at 99', 'introspect', 'launch:'],
}

export function readOptions(args?: readonly string[]): Options {
  const { small, ...options } = new Command('bench')
    .description('Measures Slipway beside raw baselines and prints ratios.')
    .option('--rounds <n>', 'rounds of each row', positive, 7)
    .option('--seconds <s>', 'seconds of each turn', positive, 1)
    .option('--warm-up <s>', 'seconds of each contender before anything counts', positive, 3)
    .option('--size <n,...>', 'numbers of Patients', (text) => list(text).map(positive), [REAL_SIZE, 100_000])
    .addOption(new Option('--engine <name>', 'the database').choices(['sqlite', 'postgres']).default('sqlite'))
    .option('--small', 'one short round of a few rows: whether they work')
    .option('--only <text,...>', 'only what has one of these in its name', list)
    .option('--json <file>', 'writes the results')
    .option('--beside <folder>', 'measures another checkout, built and as new as this one, in turns with this one')
    .option('--profile <folder>', 'writes CPU profiles of the servers (.cpuprofile), which costs them some speed')
    .parse(args ? [...args] : undefined, { from: args ? 'user' : 'node' })
    .opts<Options & { readonly small?: true }>()
  return small ? { ...options, ...SMALL } : options
}

/** Returns whether a measurement is selected, by its name. */
export const wantedBy =
  ({ only }: Pick<Options, 'only'>) =>
  (name: string): boolean =>
    only === undefined || only.some((part) => name.includes(part))
