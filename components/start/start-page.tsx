// The start page: purpose, demo, peers, and the addresses of the services.
import { Button } from '@mantine/core'
import layout from '#components/ui/page/page.module.css'
import { demoLoginTexts } from '#components/ui/session/demo-login-texts.ts'
import { type DemoLogin, DemoLogins } from '#components/ui/session/demo-logins.tsx'
import { SignInButton } from '#components/ui/session/sign-in-button.tsx'
import { sessionTexts } from '#components/ui/session/texts.ts'
import type { Language } from '#lib/i18n/language.ts'
import { AddressList } from './address-list.tsx'
import { ConnectYourOwn } from './connect-your-own.tsx'
import { PeerDiagram } from './peer-diagram.tsx'
import { PeerList } from './peer-list.tsx'
import classes from './start-page.module.css'
import { startTexts } from './texts.ts'

export interface Facts {
  readonly issuer: string
  readonly fhirBase: string
  readonly demo: boolean
  /** True when people can create accounts here. */
  readonly signup: boolean
  readonly demoLogins: readonly DemoLogin[]
  readonly demoPasswords: boolean
  /** The person that the demo is launched as; undefined outside of demo mode. */
  readonly demoPerson: { readonly username: string; readonly name: string } | undefined
}

export function StartPage({ facts, language }: { readonly facts: Facts; readonly language: Language }) {
  const texts = startTexts[language]
  const ofLogins = demoLoginTexts[language]
  const { demoPerson } = facts
  return (
    <div className={classes.page}>
      <div className={classes.hero}>
        <div className={classes.words}>
          <h1>{texts.title}</h1>
          <p className={classes.lead}>{texts.lead}</p>
          <div className={classes.ways}>
            {demoPerson ? (
              <SignInButton backTo="/portal" loginHint={demoPerson.username} size="lg">
                {texts.launchDemo}
              </SignInButton>
            ) : (
              <Button component="a" href="/connect" size="lg">
                {texts.toConnect}
              </Button>
            )}
            {facts.signup && (
              <SignInButton backTo="/portal" prompt="create" variant="default" size="lg">
                {sessionTexts[language].createAccount}
              </SignInButton>
            )}
          </div>
          {demoPerson && <p className={layout.quiet}>{texts.launchDemoHint(demoPerson.name)}</p>}
          {demoPerson && (
            <p>
              {texts.guides} <a href="/docs/tutorial/tour">{texts.tour}</a> ·{' '}
              <a href="/docs/tutorial/first-hour">{texts.firstHour}</a>
            </p>
          )}
        </div>
        <PeerDiagram language={language} />
      </div>
      {facts.demo && (
        <section aria-labelledby="logins" className={classes.section}>
          <h2 id="logins">{ofLogins.logins}</h2>
          <p>{facts.demoPasswords ? texts.loginsText : texts.loginsElsewhere}</p>
          <DemoLogins logins={facts.demoLogins} texts={ofLogins} />
        </section>
      )}
      <div className={classes.beside}>
        <section aria-labelledby="peers" className={classes.section}>
          <h2 id="peers">{texts.peers}</h2>
          <p>{texts.peersText}</p>
          <PeerList language={language} />
        </section>
        <section aria-labelledby="addresses" className={classes.section}>
          <h2 id="addresses">{texts.addresses}</h2>
          <p>{texts.addressesText}</p>
          <AddressList issuer={facts.issuer} fhirBase={facts.fhirBase} texts={texts.address} />
        </section>
      </div>
      <section aria-labelledby="connect" className={classes.section}>
        <h2 id="connect">{texts.connect}</h2>
        <ConnectYourOwn texts={texts} />
      </section>
    </div>
  )
}
