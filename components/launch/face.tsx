// The face of a demo app: its own name, colour and page, as an app of its own has beside a portal. Its pages have
// nothing of the site but, in front, a thin line that says who opened them.
'use client'

import type { ReactNode } from 'react'
import { ColorSchemeSwitch } from '#components/shell/color-scheme-switch.tsx'
import { LanguageSwitch } from '#components/shell/language-switch.tsx'
import { ScriptNotes } from '#components/shell/script-notes.tsx'
import shell from '#components/shell/shell.module.css'
import { shellTexts } from '#components/shell/texts.ts'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { DEMO_APP_NAMES, DEMO_PATHS } from '#lib/launch/demo-paths.ts'
import { useApp } from './app-context.tsx'
import classes from './face.module.css'
import { faceTexts } from './face-texts.ts'
import { FACES } from './faces.ts'

interface FaceProps {
  /** In the demo the people and records are invented, and the page says so. */
  readonly isDemo: boolean
  /** Before everything else: who opened the app, and what a developer unfolds there. */
  readonly line?: ReactNode
  /** At the end of the header. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

export function Face({ isDemo, line, action, children }: FaceProps) {
  const texts = useTexts(faceTexts)
  const site = useTexts(shellTexts)
  const app = useApp()
  return (
    <div className={classes.face} data-app={app}>
      <a className={shell.skip} href="#content">
        {site.skip}
      </a>
      {line}
      <div className={classes.app}>
        <header className={classes.header}>
          <p className={classes.brand}>
            <svg className={classes.mark} viewBox="0 0 32 32" width="34" height="34" aria-hidden="true">
              <rect width="32" height="32" rx="10" fill={FACES[app].colour} />
              {FACES[app].mark.map((path) => (
                <path key={path} d={path} fill="#fff" />
              ))}
            </svg>
            {useTexts(FACES[app].name)}
          </p>
          {action}
        </header>
        <main id="content" className={classes.main} tabIndex={-1}>
          <ScriptNotes language={useLanguage()} />
          {children}
        </main>
        <footer className={classes.footer}>
          <span>
            {isDemo ? texts.demo : texts.by} <a href="/">Slipway</a>. {isDemo ? site.notMedical : site.noRecord}
            {isDemo && <OtherApps />}
          </span>
          <span className={classes.switches}>
            <LanguageSwitch />
            <ColorSchemeSwitch />
          </span>
        </footer>
      </div>
    </div>
  )
}

/** A portal opens each task in its app; who looks around finds the others here. */
function OtherApps() {
  const texts = useTexts(faceTexts)
  const language = useLanguage()
  const app = useApp()
  return DEMO_APP_NAMES.filter((other) => other !== app).map((other) => (
    <span key={other}>
      {' '}
      {texts.other} <a href={`${DEMO_PATHS[other]}/app`}>{FACES[other].name[language]}</a>.
    </span>
  ))
}
