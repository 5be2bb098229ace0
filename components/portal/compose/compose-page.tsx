// The composer: any launch, valid or broken on purpose, signed by the portal and sent to an app.
'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { HttpError } from '#components/ui/http/get-json.ts'
import { LaterPart } from '#components/ui/http/later-part.tsx'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { RefetchFailed } from '#components/ui/http/refetch-failed.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import { consolePlaceOf, useAccount } from '#components/ui/session/account-context.tsx'
import portal from '../portal.module.css'
import { isNotInUse, meQuery } from '../portal-queries.ts'
import { ComposeForm } from './compose-form.tsx'
import { composeOptionsQuery } from './compose-queries.ts'
import { composeTexts } from './texts.ts'

/** Needed only outside of the demo. */
const NotInUse = lazy(() => import('../not-in-use.tsx').then((page) => ({ default: page.NotInUse })))
const ForAdmins = lazy(() => import('./for-admins.tsx').then((page) => ({ default: page.ForAdmins })))

export function ComposePage() {
  const texts = useTexts(composeTexts)
  const options = useQuery(composeOptionsQuery)
  const me = useQuery({ ...meQuery, refetchOnMount: false })
  if (options.isPending) return <LoadingPage />
  if (isNotInUse(options.error))
    return (
      <LaterPart fallback={<LoadingPage />}>
        <NotInUse />
      </LaterPart>
    )
  if (options.error instanceof HttpError && options.error.status === 403)
    return (
      <LaterPart fallback={<LoadingPage />}>
        <ForAdmins signedIn={me.data?.signedIn === true} />
      </LaterPart>
    )
  if (options.isLoadingError) return <LoadFailed error={options.error} retry={() => options.refetch()} />
  return (
    <div className={layout.page}>
      <div className={portal.head}>
        <h1>{texts.title}</h1>
        <p>
          {texts.intro} <a href="/portal">{texts.toPortal}</a>
        </p>
      </div>
      <RefetchFailed query={options} />
      {options.data.apps.length === 0 ? (
        <NoApps />
      ) : (
        <ComposeForm options={options.data} me={me.data?.person?.reference} />
      )}
    </div>
  )
}

/** Administrators register any app in the console, others their own on the developers' page. */
function NoApps() {
  const texts = useTexts(composeTexts)
  const isAdmin = consolePlaceOf(useAccount()) === 'console'
  return (
    <div className={layout.empty}>
      <h2>{texts.noApps}</h2>
      <p>{texts.noAppsText}</p>
      <div>
        <Button component="a" href={isAdmin ? '/admin/apps/new' : '/connect'}>
          {isAdmin ? texts.toConsole : texts.toConnect}
        </Button>
      </div>
    </div>
  )
}
