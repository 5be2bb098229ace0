// In the header of every page: leads to the search page, and opens the dialog that finds things where scripts run.
import { IconSearch } from '@tabler/icons-react'
import type { Language } from '#lib/i18n/language.ts'
import classes from '../shell.module.css'
import { Find } from './find.tsx'
import { findTexts } from './texts.ts'

export function FindLink({ language }: { readonly language: Language }) {
  const { find, keys } = findTexts[language]
  return (
    <>
      <a
        className={classes.find}
        href="/docs/search"
        aria-label={find}
        title={`${find} (${keys})`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        data-find
      >
        <IconSearch size={18} aria-hidden />
        <span>{find}</span>
      </a>
      <Find />
    </>
  )
}
