// The FHIR console: a request is composed or picked, sent, and its answer leads on. The address of the page is the request's.
'use client'

import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, useRef, useState } from 'react'
import { ToolsFrame } from '#components/tools/tools-frame.tsx'
import { ConfirmDialog } from '#components/ui/dialog/confirm-dialog.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { jsonQuery } from '#components/ui/http/json-query.ts'
import { LaterPart } from '#components/ui/http/later-part.tsx'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { QueryProvider } from '#components/ui/http/query-provider.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import { DemoPeople } from '#components/ui/session/demo-people.tsx'
import { SignInCard } from '#components/ui/session/sign-in-card.tsx'
import type { FhirConsoleMe } from '#lib/api/fhir-console.ts'
import { withVersion } from './asked.ts'
import classes from './fhir-console.module.css'
import { READY } from './ready.ts'
import { RequestForm } from './request-form.tsx'
import { BadPath } from './send.ts'
import { fhirConsoleTexts } from './texts.ts'
import { type Query, useRequests } from './use-requests.ts'

/** Not before something was sent. */
const SentList = lazy(() => import('./sent-list.tsx').then((part) => ({ default: part.SentList })))

/** Not before there is an answer. */
const Answer = lazy(() => import('./answer.tsx').then((part) => ({ default: part.Answer })))

const meQuery = jsonQuery<FhirConsoleMe>(['fhir-console'], '/tools/api/fhir')

export function FhirConsole({ given }: { readonly given: Query }) {
  const texts = useTexts(fhirConsoleTexts)
  return (
    <ToolsFrame title={texts.title} where={texts.where}>
      <QueryProvider>
        <Loaded given={given} />
      </QueryProvider>
    </ToolsFrame>
  )
}

function Loaded({ given }: { readonly given: Query }) {
  const { data, error, refetch } = useQuery(meQuery)
  if (data) return <Console me={data} given={given} /> // Stays when a query is repeated, because it holds typed text.
  return error ? <LoadFailed error={error} retry={refetch} /> : <LoadingPage />
}

function Console({ me, given }: { readonly me: FhirConsoleMe; readonly given: Query }) {
  const texts = useTexts(fhirConsoleTexts)
  const { asked, change, token, changeToken, request, run, pick, sent, bringBack } = useRequests(me, given)
  const [isDeleting, setDeleting] = useState(false)
  const path = useRef<HTMLInputElement>(null)
  return (
    <div className={layout.page}>
      {!me.known && <WhoAsks people={me.demoPeople} />}
      <div className={classes.desk}>
        <section aria-labelledby="ready" className={classes.examples}>
          <h2 id="ready" className={classes.label}>
            {texts.ready}
          </h2>
          <ul className={classes.ready}>
            {READY.map((name) => (
              <li key={name}>
                <Button variant="default" size="compact-sm" radius="xl" fw={400} onClick={() => pick(name)}>
                  {texts.readyNames[name]}
                </Button>
              </li>
            ))}
          </ul>
        </section>
        <div className={`${layout.page} ${classes.main}`}>
          <RequestForm
            pathField={path}
            me={me}
            asked={asked}
            change={change}
            token={token}
            changeToken={changeToken}
            sending={request.isPending}
            send={() => (asked.method === 'DELETE' ? setDeleting(true) : run(asked))}
          />
          <ConfirmDialog
            title={texts.deleteAsk(asked.path)}
            confirm={texts.send}
            dangerous
            opened={isDeleting}
            onConfirm={() => run(asked)}
            onClose={() => setDeleting(false)}
          >
            <p>{texts.deleteText}</p>
          </ConfirmDialog>
          {request.error instanceof BadPath ? (
            <Alert role="alert" color="red">
              {texts.badPath}
            </Alert>
          ) : (
            <Outcome error={request.error} />
          )}
          <div aria-live="polite">
            {request.data && (
              <LaterPart fallback={<LoadingPage />}>
                <Answer
                  answer={request.data}
                  fhirBase={me.fhirBase}
                  follow={(path) => run({ client: asked.client, method: 'GET', path, headers: {}, body: '' })}
                  takeVersion={(version) => change(withVersion(asked, version))}
                />
              </LaterPart>
            )}
          </div>
        </div>
        {sent.length > 0 && (
          <LaterPart fallback={null}>
            <SentList
              sent={sent}
              bringBack={(one) => {
                bringBack(one)
                path.current?.focus()
              }}
            />
          </LaterPart>
        )}
      </div>
    </div>
  )
}

/** For an unknown visitor: sign in, in the demo with one click, to use the token of one of the domain's clients. */
function WhoAsks({ people }: { readonly people: FhirConsoleMe['demoPeople'] }) {
  const texts = useTexts(fhirConsoleTexts)
  if (people.length === 0) return <SignInCard />
  return <DemoPeople people={people} title={texts.demoPeople} text={texts.demoPeopleText} />
}
