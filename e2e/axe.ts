// Serious findings of axe on a page, in light and in dark.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type Axe from 'axe-core'

/** Rules whose result may differ between two themes of one page: the rest of the page is the same. */
const ABOUT_COLOUR: Axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** WCAG 2.2 A and AA. */
const OF_WCAG: Axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }

/** A long page on a busy machine, in milliseconds. */
const HYDRATED_WITHIN = 30_000

const AXE_SCRIPT = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** In the page, once the script is there. */
declare const axe: typeof Axe

/** The serious and critical findings (WCAG 2.2 A and AA) of the page as it is, a line each. It is left in light. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  await page.waitForLoadState() // Words are there before the stylesheet is.
  await addAxe(page)
  await show(page, 'dark')
  const inDark = await findings(page, ABOUT_COLOUR)
  await show(page, 'light')
  const inLight = await findings(page, OF_WCAG)
  return [...inLight, ...inDark.map((line) => `in dark: ${line}`)]
}

/** Changes the theme, and waits until the page has followed: some do by script. Nothing is left half faded. */
async function show(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  const shown = () => page.evaluate(themeOfBody)
  await expect.poll(shown, { message: `the page turns ${theme}`, timeout: HYDRATED_WITHIN }).toBe(theme)
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
  })
}

/** By the colour behind everything: the sum of red, green and blue. */
function themeOfBody(): 'light' | 'dark' {
  const colour = getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []
  return colour.slice(0, 3).reduce((sum, part) => sum + Number(part), 0) > 384 ? 'light' : 'dark'
}

/** To every frame, and once to a page that is looked at twice: half a megabyte is a noticeable part of a look. */
async function addAxe(page: Page): Promise<void> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE_SCRIPT)
}

/** Only violations are told in full: what passed, which is nearly everything, is not described element by element. */
async function findings(page: Page, runOnly: Axe.RunOnly): Promise<readonly string[]> {
  const options: Axe.RunOptions = { runOnly, resultTypes: ['violations'] }
  const violations = await page.evaluate(async (asked) => (await axe.run(document, asked)).violations, options)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target, any }) => `${target} (${any[0]?.message})`).join(' | ')}`)
}
