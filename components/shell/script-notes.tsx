// What a page says when its script does not run, or did not come.
import type { Language } from '#lib/i18n/language.ts'
import classes from './shell.module.css'
import { shellTexts } from './texts.ts'

export function ScriptNotes({ language }: { readonly language: Language }) {
  const texts = shellTexts[language]
  return (
    <>
      <noscript>
        <p className={classes.noScript}>{texts.noScript}</p>
      </noscript>
      <p className={classes.scriptFailed} role="alert">
        {texts.scriptFailed}{' '}
        {/* biome-ignore lint/a11y/useValidAnchor: the address of this page, with its query; a button needs a script */}
        <a href="">{texts.loadAgain}</a>
      </p>
    </>
  )
}
