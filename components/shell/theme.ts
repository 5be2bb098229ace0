// The look of the pages: a calm teal, Inter, generous type.
'use client'

import { createTheme } from '@mantine/core'

// Shade 9 carries white text at 5:1 and reads on shade 1 at 4.5:1; shade 8 is its hover, so here it is the darker one.
const TEAL = [
  '#e6fcf5',
  '#d8fbef',
  '#96f2d7',
  '#63e6be',
  '#38d9a9',
  '#20c997',
  '#12b886',
  '#0ca678',
  '#066b4d',
  '#087f5b',
] as const

// Shade 9 is the title of a warning on shade 1, where it needs a contrast of 4.5:1; Mantine's own has 3.6:1.
const ORANGE = [
  '#fff4e6',
  '#ffe8cc',
  '#ffd8a8',
  '#ffc078',
  '#ffa94d',
  '#ff922b',
  '#fd7e14',
  '#f76707',
  '#d9480f',
  '#b93c0a',
] as const

const SANS = 'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif'
const MONO = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace'

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 9,
  colors: { teal: TEAL, orange: ORANGE },
  defaultRadius: 'md',
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  headings: { fontFamily: SANS, fontWeight: '650' },
  respectReducedMotion: true,
  components: {
    Alert: { defaultProps: { variant: 'light' } },
    Badge: { defaultProps: { variant: 'light', size: 'lg', tt: 'none', fw: 600, miw: 'max-content' } },
    CheckboxGroup: { defaultProps: { size: 'md' } },
    Input: { defaultProps: { size: 'md', autoComplete: 'off', spellCheck: false } },
    InputWrapper: {
      defaultProps: { withAsterisk: false, inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    RadioGroup: { defaultProps: { size: 'md' } },
  },
})
