// An app as a form: to register one, or to change it.
'use client'

import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Form, TextField } from '#components/ui/form/form.tsx'
import { LogoutFields } from '#components/ui/form/logout-fields.tsx'
import { AddressLines, linesOf } from '#components/ui/form/text-area.tsx'
import { useForm } from '#components/ui/form/use-form.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { AdminApp, AdminRoles, AppForm as AppFormBody } from '#lib/api/admin.ts'
import { CLIENT_KINDS } from '#lib/oauth/client-kind.ts'
import { KeyChoice } from './key-choice.tsx'
import { adminTexts } from './texts.ts'

interface AppFormProps {
  /** The app that is changed; undefined for a new one. */
  readonly app?: AdminApp
  /** Undefined while they are not known. */
  readonly roles: AdminRoles | undefined
  readonly busy: boolean
  readonly submit: (form: AppFormBody & { readonly clientId: string }) => void
}

const initial = (app: AdminApp | undefined) => ({
  clientId: app?.clientId ?? '',
  name: app?.name ?? '',
  kind: app?.kind ?? ('module' as const),
  redirectUris: app?.redirectUris.join('\n') ?? '',
  launchUrl: app?.launchUrl ?? '',
  webhookOrigins: app?.webhookOrigins.join('\n') ?? '',
  logoutUri: app?.logoutUri ?? '',
  logoutSessionRequired: app?.logoutSessionRequired ?? false,
  role: app?.role ?? '',
  anyTask: app?.anyTask ?? false,
})

export function AppForm({ app, roles, busy, submit }: AppFormProps) {
  const texts = useTexts(adminTexts)
  const { form, set, bind } = useForm(() => initial(app))
  const [keys, setKeys] = useState<AppFormBody['keys']>({})
  const names = roles?.items.map(({ name }) => name) ?? [form.role].filter(Boolean)
  return (
    <Form
      className={layout.card}
      send={() =>
        submit({
          ...form,
          keys,
          redirectUris: linesOf(form.redirectUris),
          webhookOrigins: linesOf(form.webhookOrigins),
        })
      }
    >
      <TextField label={texts.name} {...bind('name')} required />
      {!app && <TextField label={texts.clientId} description={texts.clientIdHint} {...bind('clientId')} />}
      <NativeSelect
        label={texts.kind}
        description={texts.kindHint}
        data={CLIENT_KINDS.map((kind) => ({ value: kind, label: texts.kinds[kind] }))}
        {...bind('kind')}
      />
      <AddressLines label={texts.redirectUris} description={texts.redirectUrisHint} {...bind('redirectUris')} />
      <TextField label={texts.launchUrl} type="url" {...bind('launchUrl')} />
      <AddressLines label={texts.webhookOrigins} description={texts.webhookOriginsHint} {...bind('webhookOrigins')} />
      <LogoutFields form={form} set={set} bind={bind} />
      <NativeSelect
        label={texts.role}
        description={texts.roleHint}
        data={[{ value: '', label: texts.none }, ...names]}
        {...bind('role')}
      />
      <NativeSelect
        label={texts.tasks}
        description={texts.tasksHint}
        value={form.anyTask ? 'any' : 'own'}
        data={(['own', 'any'] as const).map((way) => ({ value: way, label: texts.taskWays[way] }))}
        onChange={({ target }) => set({ anyTask: target.value === 'any' })}
      />
      <KeyChoice registered={app !== undefined} value={keys} onChange={setKeys} />
      <div className={layout.actions}>
        <Button type="submit" loading={busy}>
          {app ? texts.save : texts.register}
        </Button>
        <Button component="a" href="/admin/apps" variant="default">
          {texts.cancel}
        </Button>
      </div>
    </Form>
  )
}
