// What can be done with an app, in its row and on its own page: its traces, and the button that changes its status.
'use client'

import { Badge, Button } from '@mantine/core'
import { AskButton } from '#components/ui/dialog/ask-button.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { called } from '#components/ui/page/called.ts'
import type { AdminApp } from '#lib/api/admin.ts'
import { operationTexts } from './operation-texts.ts'
import { adminTexts } from './texts.ts'
import type { Operation } from './use-operations.ts'

interface AppOperationsProps {
  readonly app: AdminApp
  readonly run: (operation: Operation<AdminApp>) => void
}

export function AppOperations({ app, run }: AppOperationsProps) {
  const texts = useTexts(adminTexts)
  const { disable, enable } = useAppOperations()
  return (
    <>
      <Button
        component="a"
        href={`/traces?app=${encodeURIComponent(app.clientId)}`}
        size="compact-sm"
        variant="default"
        aria-label={texts.tracesOf(called(app.called, app.clientId))}
      >
        {texts.traces}
      </Button>
      {app.status === 'approved' ? (
        <Disable app={app} disable={() => run(disable(app))} />
      ) : (
        <Enable app={app} enable={() => run(enable(app))} />
      )}
    </>
  )
}

export function AppStatus({ status }: Pick<AdminApp, 'status'>) {
  const texts = useTexts(adminTexts)
  return <Badge color={status === 'approved' ? 'teal' : 'red'}>{texts.statuses[status]}</Badge>
}

/** Disabling an app, and approving it: the one is undone by the other. */
function useAppOperations() {
  const texts = useTexts(operationTexts)
  const enable = ({ clientId, launchUrl, redirectUris, jwksUrl, jwks, logoutUri }: AdminApp): Operation<AdminApp> => ({
    path: `apps/${clientId}/status`,
    body: { status: 'approved', seen: { launchUrl, redirectUris, jwksUrl, jwks, logoutUri } },
    done: (app) => ({ text: texts.appEnabled(called(app.called, app.clientId)) }),
  })
  const disable = (app: AdminApp): Operation<AdminApp> => ({
    path: `apps/${app.clientId}/status`,
    body: { status: 'disabled' },
    done: ({ called: name, clientId }) => ({
      text: texts.appDisabled(called(name, clientId)),
      undo: { label: texts.enableAgain, operation: enable(app) },
    }),
  })
  return { disable, enable }
}

function Disable({
  app: { clientId, called: name },
  disable,
}: Pick<AppOperationsProps, 'app'> & { readonly disable: () => void }) {
  const texts = useTexts(adminTexts)
  const asks = useTexts(operationTexts)
  const own = asks.disableOwn[clientId]
  const app = called(name, clientId)
  const children = (
    <>
      {own && (
        <p>
          <strong>{own}</strong>
        </p>
      )}
      <p>{asks.disableText}</p>
    </>
  )
  return (
    <AskButton
      label={texts.disableApp(app)}
      question={{ title: asks.disableApp(app), children, confirm: asks.disable, dangerous: true }}
      onSure={disable}
    >
      {texts.disable}
    </AskButton>
  )
}

/** A disabled app is enabled again; a pending or rejected one is approved. */
function Enable({
  app: { clientId, status, called: name },
  enable,
}: Pick<AppOperationsProps, 'app'> & { readonly enable: () => void }) {
  const texts = useTexts(adminTexts)
  const again = status === 'disabled'
  const app = called(name, clientId)
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={again ? texts.enableApp(app) : texts.approveApp(app)}
      onClick={enable}
    >
      {again ? texts.enable : texts.approve}
    </Button>
  )
}
