// Stored text is shown on an operator's terminal without control sequences (CWE-150); colours are ours, and on a terminal only.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { calledBy } from './caller.ts'
import { bold, green, hasColours, ink, printed } from './ink.ts'
import { behave, counted, line, note, result, say, table } from './output.ts'

const HOSTILE = 'Eve \u001b[31mRed\u009b2J\r\u202e\ud800'
const SHOWN = 'Eve \\u001b[31mRed\\u009b2J\\u000d\\u202e\\ud800'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  behave({ quiet: false, verbose: false })
})

/** The output of a function on standard output and standard error. */
function written(write: () => void): string {
  const texts: string[] = []
  const take = (text: string | Uint8Array) => texts.push(String(text)) > 0
  vi.spyOn(process.stdout, 'write').mockImplementation(take)
  vi.spyOn(process.stderr, 'write').mockImplementation(take)
  write()
  return texts.join('')
}

it('escapes control characters in results and sentences', () => {
  expect(written(() => result(false, {}, `${HOSTILE}\nnext`))).toBe(`${SHOWN}\nnext\n`)
  expect(written(() => say(`${HOSTILE}\nnext`))).toBe(`${SHOWN}\nnext\n`)
  expect(written(() => say(ink`${bold(HOSTILE)}: ${HOSTILE}`))).toBe(`${SHOWN}: ${SHOWN}\n`)
})

it('escapes control characters in JSON, which keeps its value', () => {
  const json = written(() => result(true, { name: HOSTILE }, ''))
  expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  expect(JSON.parse(json)).toEqual({ name: HOSTILE })
})

it('keeps each table row on one line, and pads cells by their visible width', () => {
  expect(printed(table([['name'], [`a\nadmin@demo.test`], ['b']]), false)).toBe('name\na\\u000aadmin@demo.test\nb')
  const rows = table([
    ['name', 'state', 'why'],
    ['a', green('opened'), ''],
  ])
  expect(printed(rows, false)).toBe('name  state   why\na     opened')
  expect(printed(rows, true)).toBe(
    '\u001b[1mname\u001b[22m  \u001b[1mstate\u001b[22m   \u001b[1mwhy\u001b[22m\na     \u001b[32mopened\u001b[39m',
  )
})

describe('on a terminal', () => {
  const onTerminal = (columns: number, write: () => void): string => {
    const texts: string[] = []
    const stream = { isTTY: true, columns, write: (text: string) => texts.push(text) }
    calledBy({ env: { NO_COLOR: '1' }, stdin: () => process.stdin, stdout: stream, stderr: stream }, write)
    return texts.join('')
  }
  const ROWS = [
    ['trace', 'time', 'user', 'stopped by'],
    ['l-E5kKj9uMvZsIXGEQM', '30 Nov 2026', 'Patient/marijke-jansen', 'user.match'],
    ['o-7Or5', '30 Nov 2026', 'Patient/x', ''],
  ]

  it('breaks a long line between words, under its last column, and cuts no word', () => {
    const text = ink`  ${bold('fix')}       Compare kid in the header with the keys at https://portal.example.org/jwks`
    expect(onTerminal(40, () => line(text))).toBe(
      [
        '  fix       Compare kid in the header',
        '            with the keys at',
        '            https://portal.example.org/jwks',
        '',
      ].join('\n'),
    )
    expect(onTerminal(20, () => say('a sentence of 1250 ms or so'))).toBe('a sentence of\n1250 ms or so\n')
    expect(
      onTerminal(0, () => line(text)),
      'a window without a width',
    ).toBe(`${printed(text, false)}\n`)
  })

  it('puts columns that do not fit in lines of their own, and pipes each row in one', () => {
    expect(onTerminal(40, () => result(false, {}, table(ROWS)))).toBe(
      [
        'trace                time',
        '  user                    stopped by',
        'l-E5kKj9uMvZsIXGEQM  30 Nov 2026',
        '  Patient/marijke-jansen  user.match',
        'o-7Or5               30 Nov 2026',
        '  Patient/x',
        '',
      ].join('\n'),
    )
    expect(printed(table(ROWS), false).split('\n')).toHaveLength(3)
  })

  it('breaks no JSON', () =>
    expect(onTerminal(20, () => result(true, { text: 'a b c d e f g h i' }, ''))).toHaveLength(29))
})

it('uses the singular for one', () => {
  expect([counted(0, 'resource'), counted(1, 'resource'), counted(2, 'launch', 'launches')]).toEqual([
    ...['0 resources', '1 resource', '2 launches'],
  ])
})

it('prints only the result and errors with --quiet', () => {
  behave({ quiet: true, verbose: false })
  const all = () => {
    line('a step')
    note('a note')
    result(false, {}, 'the result')
    say('an error')
  }
  expect(written(all)).toBe('the result\nan error\n')
})

describe('colours', () => {
  it.each([
    ['a terminal', { isTTY: true, env: {} }, true],
    ['a pipe', { isTTY: false, env: {} }, false],
    ['a terminal that cannot', { isTTY: true, env: { TERM: 'dumb' } }, false],
    ['NO_COLOR', { isTTY: true, env: { NO_COLOR: '1' } }, false],
    ['an empty NO_COLOR, which says nothing', { isTTY: true, env: { NO_COLOR: '' } }, true],
    ['FORCE_COLOR in a pipe', { isTTY: false, env: { FORCE_COLOR: '1' } }, true],
    ['FORCE_COLOR=0', { isTTY: true, env: { FORCE_COLOR: '0' } }, false],
    ['NO_COLOR beside FORCE_COLOR', { isTTY: true, env: { NO_COLOR: '1', FORCE_COLOR: '1' } }, false],
  ])('are chosen by the surroundings: %s', (_, surroundings, expected) => {
    expect(hasColours(surroundings)).toBe(expected)
  })
})
