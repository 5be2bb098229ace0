// The pages of one app: registering it, and changing it.
'use client'

import { useQuery } from '@tanstack/react-query'
import { CopyText } from '#components/ui/copy/copy-text.tsx'
import formClasses from '#components/ui/form/form.module.css'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { HttpError } from '#components/ui/http/get-json.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { RefetchFailed } from '#components/ui/http/refetch-failed.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { called } from '#components/ui/page/called.ts'
import { Fact } from '#components/ui/page/fact.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import { useTitle } from '#components/ui/page/use-title.ts'
import type { AdminApp } from '#lib/api/admin.ts'
import { appQuery, rolesQuery } from './admin-queries.ts'
import { AppForm } from './app-form.tsx'
import { AppOperations, AppStatus } from './app-operations.tsx'
import { frameTexts } from './frame-texts.ts'
import { operationTexts } from './operation-texts.ts'
import { adminTexts } from './texts.ts'
import { useChange } from './use-change.ts'
import { useOperations } from './use-operations.ts'

/** The form of a new app; once it is registered, what its developer needs. */
export function NewApp() {
  const texts = useTexts(adminTexts)
  const roles = useQuery(rolesQuery)
  const change = useChange<AdminApp>()
  if (change.data) return <Registered app={change.data} />
  return (
    <div className={layout.page}>
      <h1>{texts.newApp}</h1>
      <AppForm roles={roles.data} busy={change.isPending} submit={(body) => change.mutate({ path: 'apps', body })} />
      <Outcome error={change.error} />
    </div>
  )
}

function Registered({ app }: { readonly app: AdminApp }) {
  const texts = useTexts(adminTexts)
  return (
    <div className={layout.card} role="status">
      <h1>{texts.registered}</h1>
      <p>
        {texts.clientId}: <CopyText value={app.clientId} label={texts.clientId} />
      </p>
      <p>
        {texts.device}: <CopyText value={`Device/${app.clientId}`} label={texts.device} />
      </p>
      <p>
        <a href="/admin/apps">{texts.toApps}</a>
      </p>
    </div>
  )
}

/** The form of an app that is registered under `clientId`. */
export function EditApp({ clientId }: { readonly clientId: string }) {
  const texts = useTexts(adminTexts)
  const { apps, title } = useTexts(frameTexts)
  const app = useQuery(appQuery(clientId))
  useTitle(app.data?.called, apps, title)
  const roles = useQuery(rolesQuery)
  const [operations, status] = [useOperations<AdminApp>(), useOperations<AdminApp>()]
  const said = useTexts(operationTexts)
  if (app.isPending) return <LoadingPage />
  if (app.error instanceof HttpError && app.error.status === 404) return <NoSuchApp clientId={clientId} />
  if (app.isLoadingError) return <LoadFailed error={app.error} retry={() => app.refetch()} />
  return (
    <div className={layout.page}>
      <h1>{app.data.called}</h1>
      <dl className={layout.facts}>
        <Fact label={texts.clientId}>
          <CopyText value={app.data.clientId} label={texts.clientId} />
        </Fact>
        <Fact label={texts.owner}>{app.data.owner ?? texts.noOwner}</Fact>
        <Fact label={texts.status}>
          <AppStatus status={app.data.status} />
        </Fact>
      </dl>
      <div className={layout.actions}>
        <AppOperations app={app.data} run={status.run} />
      </div>
      <Outcome {...status.outcome} />
      <RefetchFailed query={app} />
      {app.data.requestedRights.length > 0 && (
        <p>{texts.asksFor(app.data.requestedRights.map((right) => texts.rightNames[right]))}</p>
      )}
      <RegisteredKeys app={app.data} />
      <AppForm
        app={app.data}
        roles={roles.data}
        busy={operations.busy}
        submit={({ clientId: _, ...body }) =>
          operations.run({
            method: 'PUT',
            path: `apps/${clientId}`,
            body,
            done: ({ called: name }) => ({ text: said.appSaved(called(name, clientId)) }),
          })
        }
      />
      <Outcome {...operations.outcome} />
    </div>
  )
}

function NoSuchApp({ clientId }: { readonly clientId: string }) {
  const texts = useTexts(adminTexts)
  return (
    <div className={layout.card}>
      <h1>{texts.noSuchApp}</h1>
      <p>{texts.noSuchAppText(clientId)}</p>
      <p>
        <a href="/admin/apps">{texts.toApps}</a>
      </p>
    </div>
  )
}

function RegisteredKeys({ app: { jwks, jwksUrl } }: { readonly app: AdminApp }) {
  const texts = useTexts(adminTexts)
  const keys = (jwks?.keys ?? []) as readonly { readonly kid?: string; readonly kty?: string; readonly alg?: string }[]
  return (
    <section className={layout.section} aria-labelledby="keys">
      <h2 id="keys">{texts.publicKey}</h2>
      {jwksUrl && <CopyText value={jwksUrl} label={texts.jwksUrl} />}
      <ul className={formClasses.list}>
        {keys.map(({ kid, kty, alg }) => (
          <li key={kid}>
            <span className={layout.mono}>{kid}</span> {kty} {alg}
          </li>
        ))}
      </ul>
    </section>
  )
}
