// `completion`: scripts that let a shell complete commands, options and their values, made from the commands themselves.
import type { Command, Option } from 'commander'
import { shellQuoted } from '#lib/shell-quoted.ts'
import { caller } from '../caller.ts'
import { command } from './command.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

/** The possible continuations after the words of a command. */
interface Place {
  /** `app add`; empty for the program itself. */
  readonly path: string
  readonly commands: readonly string[]
  readonly options: readonly string[]
  /** The values of the options that take one: the choices, or none when it takes a file or a text. */
  readonly values: ReadonlyMap<string, readonly string[]>
}

export function completionCommand(slipway: Command): void {
  command(slipway, 'completion <shell>', `prints a script for completion: ${SHELLS.join(', ')}`, {
    examples: [
      'source <(slipway completion bash)',
      'source <(slipway completion zsh)',
      'slipway completion fish | source',
    ],
    domain: 'none',
  }).action((shell: string, { json }: { readonly json?: true }, made: Command) => {
    const known = SHELLS.find((one) => one === shell)
    if (!known) return made.error(`error: there is no completion for ${shell}: it is one of ${SHELLS.join(', ')}`)
    const script = SCRIPTS[known](placesOf(slipway))
    caller().stdout.write(json ? `${JSON.stringify({ shell: known, script })}\n` : script)
  })
}

function placesOf(made: Command, path = ''): readonly Place[] {
  const options = made.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []))
  const commands = made.commands.map((one) => one.name())
  return [
    { path, commands, options: [...options, '--help'], values: valuesOf(made) },
    ...made.commands.flatMap((one) => placesOf(one, `${path} ${one.name()}`.trim())),
  ]
}

/** Per command: the roles of `app add` differ from those of `user add`, and `--check` of `backup` takes no value. */
const valuesOf = ({ options }: Command): Place['values'] =>
  new Map(
    options.flatMap(({ long, required, optional, argChoices }: Option) =>
      long && (required || optional) ? [[long, argChoices ?? []] as const] : [],
    ),
  )

type Script = (places: readonly Place[]) => string

/** The values of an option, otherwise options after a hyphen, otherwise commands; files when none of these match. */
const bash: Script = (places) => `# bash completion of slipway
_slipway_words() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" at="" commands="" options="" words="" word
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    case "$at>$word" in
${places
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      ${shellQuoted(steps(path))}) at=${shellQuoted(path)} ;;`)
  .join('\n')}
    esac
  done
  case "$at" in
${places
  .map(({ path, commands, options }) => {
    const offered = `commands=${shellQuoted(commands.join(' '))} options=${shellQuoted(options.join(' '))}`
    return `    ${shellQuoted(path)}) ${offered} ;;`
  })
  .join('\n')}
  esac
  case "$at>$before>$current" in
${places
  .flatMap(({ path, values }) =>
    [...values].map(
      ([option, choices]) => `    ${shellQuoted(`${path}>${option}>`)}*) words=${shellQuoted(choices.join(' '))} ;;`,
    ),
  )
  .join('\n')}
    *'>-'*) words="$options" ;;
    *) words="\${commands:-}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _slipway_words slipway ./bin/slipway
`

/** A command as the words before it and its own: `app>add`. */
const steps = (path: string) =>
  path.replace(/^(?:(.*) )?(\S+)$/, (_, before: string | undefined, own: string) => `${before ?? ''}>${own}`)

/**
 * Bash's completion through zsh's own emulation, which needs zsh's completion system: many shells have not loaded it.
 * As a file in fpath it is run at the first completion, and must answer that one too.
 */
const zsh: Script = (places) => `#compdef slipway
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
autoload -Uz bashcompinit && bashcompinit
${bash(places)}
if [[ "\${funcstack[1]}" == _slipway ]]; then _bash_complete -o default -F _slipway_words; fi
`

const fish: Script = (places) => `# fish completion of slipway
set -g __slipway_commands ${places
  .filter(({ path }) => path !== '')
  .map(({ path }) => shellQuoted(path))
  .join(' ')}
function __slipway_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$at $word")
    contains -- "$next" $__slipway_commands; and set at "$next"
  end
  test "$at" = "$argv"
end
${places
  .flatMap(({ path, commands, options, values }) => {
    const here = `complete -c slipway -n "__slipway_at ${shellQuoted(path)}"`
    return [
      ...(commands.length > 0 ? [`${here} -f -a ${shellQuoted(commands.join(' '))}`] : []),
      ...options.map((option) => `${here} -l ${option.slice(2)}${fishValue(values.get(option))}`),
    ]
  })
  .join('\n')}
`

/** The completion of an option's value in fish: one of its choices, or a file or text when there are none. */
function fishValue(choices: readonly string[] | undefined): string {
  if (choices === undefined) return ''
  return choices.length > 0 ? ` -xa ${shellQuoted(choices.join(' '))}` : ' -rF'
}

const SCRIPTS: Readonly<Record<Shell, Script>> = { bash, zsh, fish }
