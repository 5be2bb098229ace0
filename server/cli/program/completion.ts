// `completion`: scripts that let a shell complete commands, options and their values, made from the commands themselves.
import type { Command, Option } from 'commander'
import { command } from './command.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

/** What can follow the words of a command. */
interface Place {
  /** `app add`; empty for the program itself. */
  readonly path: string
  readonly words: readonly string[]
}

export function completionCommand(slipway: Command): void {
  command(slipway, 'completion <shell>', `prints a script for completion: ${SHELLS.join(', ')}`, {
    examples: [
      'source <(slipway completion bash)',
      'source <(slipway completion zsh)',
      'slipway completion fish > ~/.config/fish/completions/slipway.fish',
    ],
    domain: 'none',
  }).action((shell: string, _options: object, made: Command) => {
    const known = SHELLS.find((one) => one === shell)
    if (!known) made.error(`error: there is no completion for ${shell}: it is one of ${SHELLS.join(', ')}`)
    else process.stdout.write(SCRIPTS[known](placesOf(slipway), valuesOf(slipway)))
  })
}

function placesOf(made: Command, path = ''): readonly Place[] {
  const options = made.options.flatMap(({ long }) => (long ? [long] : []))
  const words = [...made.commands.map((one) => one.name()), ...options, '--help']
  return [{ path, words }, ...made.commands.flatMap((one) => placesOf(one, `${path} ${one.name()}`.trim()))]
}

/** The values of options that have a choice; an option means the same wherever it is. */
function valuesOf(made: Command): ReadonlyMap<string, readonly string[]> {
  const own = made.options.flatMap((option: Option) =>
    option.long && option.argChoices ? [[option.long, option.argChoices] as const] : [],
  )
  return new Map([...made.commands.flatMap((one) => [...valuesOf(one)]), ...own])
}

type Script = (places: readonly Place[], values: ReadonlyMap<string, readonly string[]>) => string

const bash: Script = (places, values) => `# bash completion of slipway
_slipway() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path>$word" in
${places
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      ${quoted(steps(path))}) path=${quoted(path)} ;;`)
  .join('\n')}
    esac
  done
  case "$before" in
${[...values].map(([option, choices]) => `    ${option}) words=${quoted(choices.join(' '))} ;;`).join('\n')}
    *) case "$path" in
${places.map(({ path, words }) => `      ${quoted(path)}) words=${quoted(words.join(' '))} ;;`).join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _slipway slipway ./bin/slipway
`

/** A command as the words before it and its own: `app>add`. */
const steps = (path: string) =>
  path.replace(/^(?:(.*) )?(\S+)$/, (_, before: string | undefined, own: string) => `${before ?? ''}>${own}`)

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const zsh: Script = (places, values) => `#compdef slipway
autoload -Uz bashcompinit && bashcompinit
${bash(places, values)}`

const fish: Script = (places, values) => `# fish completion of slipway
function __slipway_path
  set -l path
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and break
    set -a path $word
  end
  string join ' ' $path
end
complete -c slipway -f
${places
  .flatMap(({ path, words }) => {
    const at = `test (__slipway_path) = ${quoted(path)}`
    return words.map((word) =>
      word.startsWith('--')
        ? `complete -c slipway -n "${at}" -l ${word.slice(2)}${values.has(word) ? ` -xa ${quoted((values.get(word) ?? []).join(' '))}` : ''}`
        : `complete -c slipway -n "${at}" -a ${word}`,
    )
  })
  .join('\n')}
`

const SCRIPTS: Readonly<Record<Shell, Script>> = { bash, zsh, fish }
