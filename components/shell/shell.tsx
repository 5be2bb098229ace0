// The shell around every page: skip link, header, demo banner, main, footer.
import type { ReactNode } from 'react'
import { SignInFailed } from '#components/ui/session/sign-in-failed.tsx'
import { SignedOutNote } from '#components/ui/session/signed-out-note.tsx'
import type { Language } from '#lib/i18n/language.ts'
import { AccountMenu } from './account-menu.tsx'
import { ColorSchemeSwitch } from './color-scheme-switch.tsx'
import { FindLink } from './find/find-link.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Navigation } from './navigation.tsx'
import { ScriptNotes } from './script-notes.tsx'
import classes from './shell.module.css'
import { shellTexts } from './texts.ts'
import { WhosePage } from './whose-page.tsx'

interface ShellProps {
  readonly language: Language
  readonly demo: boolean
  /** Whether the passwords of the demo people are shown. */
  readonly demoPasswords: boolean
  readonly version: string
  readonly children: ReactNode
}

export function Shell({ language, demo, demoPasswords, version, children }: ShellProps) {
  const texts = shellTexts[language]
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {texts.skip}
      </a>
      <header className={classes.header}>
        <a className={classes.brand} href="/">
          {/* biome-ignore lint/performance/noImgElement: an SVG of a kilobyte has nothing to optimise */}
          <img src="/icon.svg" alt="" width="28" height="28" />
          Slipway
        </a>
        <Navigation />
        <div className={classes.switches}>
          <FindLink language={language} />
          <LanguageSwitch />
          <ColorSchemeSwitch />
          <AccountMenu demo={demo} />
        </div>
      </header>
      {demo && (
        <aside className={classes.banner} aria-label={texts.demoBanner}>
          <p>
            <strong>{texts.demoBanner}</strong> – {demoPasswords ? texts.demoBannerText : texts.demoBannerElsewhere}
          </p>
        </aside>
      )}
      <main id="content" className={classes.main} tabIndex={-1}>
        <ScriptNotes language={language} />
        <SignInFailed />
        <SignedOutNote />
        <WhosePage>{children}</WhosePage>
      </main>
      <footer className={classes.footer}>
        <span>{texts.version(version)}</span>
        <span>{demo ? texts.notMedical : texts.noRecord}</span>
      </footer>
    </div>
  )
}
