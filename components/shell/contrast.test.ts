// WCAG 2.2 §1.4.3: text has a contrast of 4.5:1 with what it stands on. axe looks at what a page shows; this looks at every colour, and at
// the ramp behind the head of a page, whose grounds are mixed.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { theme } from './theme.ts'

const AA = 4.5
const ACTORS = ['portal', 'oauth', 'idp', 'app', 'fhir'] as const
const SCHEMES = ['light', 'dark'] as const
const FILES = ['components/shell/theme-variables.css', 'components/shell/tokens.css'] as const

type Colours = Readonly<Record<string, string>>
type Rgb = readonly [number, number, number]

/** The variables of a scheme, the later files' in place of the earlier ones'. */
function coloursOf(scheme: (typeof SCHEMES)[number]): Colours {
  const blocks = FILES.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/:root(?:, ?:host)?(\[[^\]]+\])?[^{]*\{([^}]*)\}/g)].filter(
      ([, of]) => of === undefined || of.includes(`"${scheme}"`),
    ),
  )
  const teal = (theme.colors?.teal ?? []).map((value, shade) => [`--mantine-color-teal-${shade}`, value] as const)
  return { ...Object.fromEntries(teal), ...variablesIn(blocks.map(([, , text]) => text).join()) }
}

const variablesIn = (css: string): Colours =>
  Object.fromEntries(
    [...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  )

const SHELL = readFileSync('components/shell/shell.module.css', 'utf8')

/** The same within the shell of every page. */
function shellColoursOf(scheme: (typeof SCHEMES)[number]): Colours {
  const [, own = ''] = SHELL.split(`:global([data-mantine-color-scheme="${scheme}"]) .shell {`)
  return { ...coloursOf(scheme), ...variablesIn(own.split('}')[0] ?? '') }
}

/** A variable as red, green and blue. */
function rgbOf(colours: Colours, name: string): Rgb {
  const value = colours[name]
  const other = /^var\((--[\w-]+)\)$/.exec(value ?? '')?.[1]
  if (other !== undefined) return rgbOf(colours, other)
  const hex = /^#([\da-f]{6})$/i.exec(value ?? '')?.[1]
  if (hex === undefined) throw new Error(`${name} is ${value}`)
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
}

/** As `color-mix(in srgb, one share%, other)`. */
const mixed = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((value, at) => value * (share / 100) + (other[at] ?? 0) * (1 - share / 100)) as unknown as Rgb

function luminance(colour: Rgb): number {
  const [r = 0, g = 0, b = 0] = colour.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The parts of the ramp: how much of a place's ground is in it. */
const SHARES = [
  ...readFileSync('components/shell/shell.module.css', 'utf8').matchAll(/var\(--place-ground\) (\d+)%/g),
].map(([, share]) => Number(share))

describe.each(SCHEMES)('text in the %s scheme', (scheme) => {
  const colours = shellColoursOf(scheme)
  const rgb = (name: string) => rgbOf(colours, name)
  const TEXTS = ['--mantine-color-text', '--mantine-color-dimmed', '--mantine-color-anchor', '--bad-ink', '--good-ink']

  it.each(TEXTS)('reads on the page, on cards and on code: %s', (text) => {
    for (const ground of ['--page', '--surface', '--code-ground'])
      expect(contrast(rgb(text), rgb(ground)), ground).toBeGreaterThanOrEqual(AA)
  })

  it.each(ACTORS)('reads on the ground of its actor, and on cards: %s', (actor) => {
    for (const ground of [rgb(`--${actor}-ground`), rgb('--surface'), rgb('--page')])
      expect(contrast(rgb(`--${actor}-ink`), ground)).toBeGreaterThanOrEqual(AA)
  })

  it.each(ACTORS)('reads on the whole ramp behind the head of a page: %s', (actor) => {
    expect(SHARES.length).toBeGreaterThan(1)
    for (const share of SHARES) {
      const ground = mixed(rgb(`--${actor}-ground`), rgb('--page'), share)
      for (const text of ['--mantine-color-text', '--mantine-color-dimmed', '--mantine-color-anchor', `--${actor}-ink`])
        expect(contrast(rgb(text), ground), `${text} at ${share} %`).toBeGreaterThanOrEqual(AA)
    }
  })

  it('reads on the ground of what is wrong', () => {
    for (const text of ['--bad-ink', '--mantine-color-text'])
      expect(contrast(rgb(text), rgb('--bad-ground')), text).toBeGreaterThanOrEqual(AA)
  })
})

describe('the measure of contrast', () => {
  it('is that of WCAG', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21)
    expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2)
  })
})
