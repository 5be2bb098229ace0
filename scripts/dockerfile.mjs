// Parses the Dockerfile into its steps, so that tests can run them without a container engine.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const read = () => readFileSync(`${root}Dockerfile`, 'utf8')

/** The Node major version that every stage is FROM, such as 24. Throws if they differ. */
export function nodeMajor(text = read()) {
  const lines = new Set([...text.matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => Number(major)))
  if (lines.size !== 1) throw new Error('The stages of the Dockerfile are to have one Node.')
  return [...lines][0]
}

/** [{ word, rest }] for each stage, in order; FROM begins a stage. */
export function stages(text = read()) {
  const lines = text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const steps = lines.map((line) => ({
    word: line.slice(0, line.indexOf(' ')),
    rest: line.slice(line.indexOf(' ') + 1),
  }))
  const all = []
  for (const step of steps) {
    if (step.word === 'FROM') all.push([])
    all.at(-1)?.push(step)
  }
  return all
}

/** { from, sources, target } of a COPY. */
export function copyOf({ rest }) {
  const [, from, paths = rest] = /^--from=(\S+) (.*)$/.exec(rest) ?? []
  const words = paths.split(/\s+/)
  return { from, sources: words.slice(0, -1), target: words.at(-1) }
}

/** The environment that the stage sets with ENV. */
export const environmentOf = (stage) =>
  Object.fromEntries(
    stage.filter(({ word }) => word === 'ENV').flatMap(({ rest }) => rest.split(' ').map((pair) => pair.split('='))),
  )

/** The command of a CMD, or of the CMD in a HEALTHCHECK. */
export const commandOf = (stage, word) => {
  const step = stage.find((one) => one.word === word)
  return JSON.parse(step.rest.slice(step.rest.indexOf('[')))
}
