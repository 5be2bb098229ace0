// The address of a demo app without parameters: the purpose of the address, a demo, and how a developer uses it.

import { Button } from '@mantine/core'
import layout from '#components/ui/page/page.module.css'
import { SignInButton } from '#components/ui/session/sign-in-button.tsx'
import type { Language } from '#lib/i18n/language.ts'
import type { DemoAppName } from '#lib/launch/demo-paths.ts'
import { AppProvider } from './app-context.tsx'
import { APP_TEXTS } from './app-texts.ts'
import { Face } from './face.tsx'
import classes from './launch.module.css'
import { launchTexts } from './texts.ts'

interface BareLaunchProps {
  readonly app: DemoAppName
  readonly language: Language
  readonly launchUrl: string
  readonly fhirBase: string
  /** The user name of the person of a demo launch; undefined outside of a demo domain. */
  readonly demoPerson: string | undefined
}

export function BareLaunch({ app, language, launchUrl, fhirBase, demoPerson }: BareLaunchProps) {
  const texts = launchTexts[language]
  const { about } = APP_TEXTS[app][language]
  return (
    <AppProvider app={app}>
      <Face isDemo={demoPerson !== undefined}>
        <div className={layout.page}>
          <div className={classes.words}>
            <h1>{texts.noneTitle}</h1>
            <p>{about}</p>
            <p>{texts.noneText}</p>
          </div>
          {demoPerson === undefined ? (
            <div>
              <Button component="a" href="/portal" size="md">
                {texts.toPortal}
              </Button>
            </div>
          ) : (
            <div className={classes.words}>
              <SignInButton backTo="/portal" loginHint={demoPerson} size="md">
                {texts.demoLaunch}
              </SignInButton>
              <p className={layout.quiet}>{texts.demoLaunchText}</p>
            </div>
          )}
          <details className={`${layout.card} ${layout.more}`}>
            <summary>{texts.forDevelopers}</summary>
            <p>{texts.bareText}</p>
            <p>{texts.forDevelopersText}</p>
            <dl className={classes.facts}>
              <div>
                <dt>
                  <code>iss</code>
                </dt>
                <dd>{texts.issText}</dd>
              </div>
              <div>
                <dt>
                  <code>launch</code>
                </dt>
                <dd>{texts.launchText}</dd>
              </div>
            </dl>
            <pre className={classes.example}>
              {`POST ${launchUrl}\nContent-Type: application/x-www-form-urlencoded\n\niss=${encodeURIComponent(fhirBase)}&launch=eyJhbGciOi…`}
            </pre>
            <p>{texts.fromHere}</p>
          </details>
        </div>
      </Face>
    </AppProvider>
  )
}
