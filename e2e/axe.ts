// Serious findings of axe on a page, in light and in dark.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Rules whose result may differ between two themes of one page: the rest of the page is the same. */
const RULES_ABOUT_COLOUR = ['color-contrast', 'link-in-text-block']

/** A long page on a busy machine, in milliseconds. */
const HYDRATED_WITHIN = 30_000

/** The serious and critical findings (WCAG 2.2 A and AA) of the page as it is, a line each. It is left in light. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  await show(page, 'dark')
  const inDark = await findings(new AxeBuilder({ page }).withRules(RULES_ABOUT_COLOUR))
  await show(page, 'light')
  const inLight = await findings(new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']))
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

/** In the page itself: without legacy mode each look opens a tab of its own, for frames of other sites, which no page has. */
async function findings(builder: AxeBuilder): Promise<readonly string[]> {
  const { violations } = await builder.setLegacyMode(true).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`)
}
