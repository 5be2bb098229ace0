// Makes commands alike: their common options, their help with examples and environment, and short answers to mistakes.
import { type Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { CHECK_NAMES } from '#lib/checks/checks.ts'
import { caller } from '../caller.ts'
import { bold, dim, fitted, ink, printed, red } from '../ink.ts'
import { isCheckName } from '../launch/check-name.ts'
import { CommandUsage, coloursOf, columnsOf } from '../output.ts'

/** The program's name in help and examples. */
export const PROGRAM = 'slipway'

/** The parts of a command's help other than its options. */
export interface Help {
  readonly examples: readonly string[]
  /** A page of the documentation: a file below docs/, which the domain shows at the same path. */
  readonly docs?: string
  /** The settings that it takes: those of the data folder, also those of a remote server, or none. */
  readonly domain?: 'folder' | 'folder or server' | 'none'
}

const FOLDER = [
  ['DATA_DIR', 'the folder of the domain (default: ./data)'],
  ['PUBLIC_URL, PORT', 'taken from the domain; different values are refused'],
] as const
const SERVER = [
  ['SLIPWAY_URL', 'a domain elsewhere, as --url'],
  ['SLIPWAY_TOKEN', 'a token of that domain (slipway token new, or /admin/tokens there)'],
] as const

/** A command below another one, with the options that all commands have. */
export function command(parent: Command, usage: string, description: string, help: Help): Command {
  const made = styled(parent.command(usage).description(description))
  const { examples, docs, domain = 'folder' } = help
  const elsewhere = new Option('--url <url>', 'a domain elsewhere, instead of the data folder').helpGroup(COMMON)
  // When it does not apply to a command, the error says why.
  if (domain !== 'none') made.addOption(domain === 'folder' ? elsewhere.hideHelp() : elsewhere)
  if (domain === 'folder') made.hook('preAction', assertHere)
  made.hook('preAction', assertGiven)
  for (const [flags, what] of COMMON_OPTIONS) made.addOption(new Option(flags, what).helpGroup(COMMON))
  const environment = [...(domain === 'none' ? [] : FOLDER), ...(domain === 'folder or server' ? SERVER : [])]
  made.addHelpText('after', () =>
    [
      ...section(
        'Examples:',
        examples.map((example) => `  ${example}`),
      ),
      ...(environment.length > 0 ? section('Environment:', columns(environment).map(withinLine)) : []),
      ...(docs ? section('Docs:', [withinLine(`  docs/${docs}.md, and /docs/${docs} of a running domain`)]) : []),
    ].join('\n'),
  )
  return made
}

/** The address of the remote domain to work on, if any. */
export const addressOf = ({ url }: { readonly url?: string }): string | undefined =>
  url ?? (caller().env['SLIPWAY_URL'] || undefined)

/** A command on the data folder never runs on it when a remote domain is named. */
function assertHere(made: Command): void {
  if (addressOf(made.opts()) === undefined) return
  throw new CommandUsage(
    `${pathOf(made)} works only on the data folder: run it on the domain’s machine, without --url and SLIPWAY_URL.`,
  )
}

/** Checked after unknown options: a mistyped required option is reported as such, and not as missing. */
function assertGiven(made: Command): void {
  const missing = made.options.find(
    (option) => isRequired(option) && made.getOptionValue(option.attributeName()) === undefined,
  )
  if (missing) made.error(`error: required option '${missing.flags}' not specified`)
}

const REQUIRED = 'Required:'
const isRequired = ({ helpGroupHeading }: Option): boolean => helpGroupHeading === REQUIRED

const COMMON = 'Common options:'
const COMMON_OPTIONS = [
  ['--json', 'print the result as JSON, and nothing else except errors'],
  ['-q, --quiet', 'print the result and errors only'],
  ['-v, --verbose', 'print details as well'],
  ['--no-color', 'no colours (also NO_COLOR; FORCE_COLOR for colours in a pipe)'],
] as const

/** A group of commands, such as `app`. */
export const group = (parent: Command, name: string, description: string): Command =>
  styled(parent.command(name).description(description))

/** The common format of help and usage errors: an error says what is wrong and where the help is. */
export function styled(made: Command): Command {
  return made
    .exitOverride()
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError(`See: ${pathOf(made)} --help`)
    .configureHelp({
      styleTitle: titled,
      subcommandTerm: (one) => [one.name(), ...one.registeredArguments.map(argumentText)].join(' '),
      visibleOptions,
      groupItems: (_, visible, groupOf) => grouped(visible, groupOf),
    })
    .configureOutput({
      writeOut: (text) => caller().stdout.write(text),
      writeErr: (text) => caller().stderr.write(text),
      outputError: (text, write) => write(coloured(text)),
      getOutHasColors: () => coloursOf(caller().stdout),
      getErrHasColors: () => coloursOf(caller().stderr),
    })
}

const argumentText = (argument: Argument): string => {
  const text = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${text}>` : `[${text}]`
}

/** Required options first, options common to all commands last. */
function visibleOptions(made: Command): Option[] {
  const isLeaf = made.commands.length === 0
  const help = new Option('-h, --help', 'show this help').helpGroup(isLeaf ? COMMON : 'Options:')
  const rank = (option: Option) => {
    if (isRequired(option)) return 0
    return option.helpGroupHeading === COMMON ? 2 : 1
  }
  return [...made.options.filter(({ hidden }) => !hidden), help].toSorted((one, other) => rank(one) - rank(other))
}

/** Items by their groups, in the order in which they are shown. */
function grouped<Item>(items: readonly Item[], groupOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(groupOf(item), [...(groups.get(groupOf(item)) ?? []), item])
  return groups
}

/** `slipway app add` */
const pathOf = (made: Command): string => [...(made.parent ? [pathOf(made.parent)] : []), made.name()].join(' ')

const titled = (title: string) => printed(bold(title), coloursOf(caller().stdout))
const coloured = (text: string) =>
  printed(
    fitted(
      text.startsWith('error: ') ? ink`${red('error:')}${text.slice('error:'.length)}` : dim(text),
      columnsOf(caller().stderr),
    ),
    coloursOf(caller().stderr),
  )

/** A line of help that nobody copies: an example of a command stays in one. */
const withinLine = (text: string) => printed(fitted(text, columnsOf(caller().stdout)), false)

const section = (title: string, lines: readonly string[]) => ['', titled(title), ...lines]

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, what]) => `  ${name.padEnd(width)}  ${what}`)
}

/** An option that must be given, in a section of its own. */
export const required = (flags: string, description: string): Option =>
  new Option(flags, description).helpGroup(REQUIRED)

/** An option that may be repeated. */
export const repeated = (flags: string, description: string): Option =>
  new Option(flags, `${description}; repeat for more`)
    .argParser((value: string, previous: readonly string[]) => [...previous, value])
    .default([], 'none')

/** The name of a check. Throws InvalidArgumentError, as the others below. */
export function check(value: string): string {
  if (!isCheckName(value)) throw new InvalidArgumentError(`It is none of ${CHECK_NAMES.join(', ')}.`)
  return value
}

export function days(value: string): number {
  if (!/^\d{1,5}$/.test(value)) throw new InvalidArgumentError('Give a number of days.')
  return Number(value)
}

const MOST = 200

/** How many of a list are shown. */
export function limit(value: string): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1 || number > MOST)
    throw new InvalidArgumentError(`Give a number from 1 to ${MOST}.`)
  return number
}

/** A relative reference of FHIR. */
export function reference(value: string): string {
  if (!/^[A-Z][A-Za-z]+\/[A-Za-z0-9\-.]{1,64}$/.test(value))
    throw new InvalidArgumentError('Give a reference such as Patient/7.')
  return value
}
