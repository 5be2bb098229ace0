// Connect your own app: the developer, their apps, and the way from registration to a launch that is watched.
'use client'

import { useQuery } from '@tanstack/react-query'
import { Unloaded } from '#components/ui/http/unloaded.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { DemoPeople } from '#components/ui/session/demo-people.tsx'
import { SignInCard } from '#components/ui/session/sign-in-card.tsx'
import type { ConnectMe } from '#lib/api/connect.ts'
import { meQuery } from './connect-queries.ts'
import { connectTexts } from './texts.ts'
import { Workbench } from './workbench.tsx'

interface ConnectPageProps {
  readonly fhirBase: string
}

/** The API decides on access; this only shows its decision. */
export function ConnectPage({ fhirBase }: ConnectPageProps) {
  const texts = useTexts(connectTexts)
  const me = useQuery({ ...meQuery, refetchOnMount: false })
  // Later failures leave the page as it is: a form or a key on it may exist nowhere else.
  if (!me.data) return <Unloaded query={me} />
  return (
    <div className={layout.page}>
      <h1>{texts.title}</h1>
      <p>{texts.lead}</p>
      {me.data.name === null ? <SignedOut me={me.data} /> : <Workbench me={me.data} fhirBase={fhirBase} />}
    </div>
  )
}

function SignedOut({ me: { demoPeople } }: { readonly me: ConnectMe }) {
  const texts = useTexts(connectTexts)
  return (
    <>
      <p>{texts.signInText}</p>
      <div className={layout.pair}>
        <SignInCard />
        <DemoPeople people={demoPeople} title={texts.demoPeople} text={texts.demoPeopleText} />
      </div>
    </>
  )
}
