// The colours of the theme are a stylesheet, which a browser keeps: as Mantine writes them, they would be 9 kB of every page, made anew
// for each. `npm run test:rules -- components/shell/theme -u` writes the file after a change of the theme.
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { theme } from './theme.ts'

it('has the variables of the theme in theme-variables.css', async () => {
  const provider = renderToStaticMarkup(createElement(MantineProvider, { theme, withGlobalClasses: false }, undefined))
  const css = /<style[^>]*>(.*)<\/style>/s.exec(provider)?.[1] ?? ''
  await expect(asFile(css)).toMatchFileSnapshot('theme-variables.css')
})

/** A line for each declaration. */
const asFile = (css: string): string => `${css.replaceAll(/[{;](?!\})/g, '$&\n  ').replaceAll(';}', ';\n}')}\n`
