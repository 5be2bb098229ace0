// A Subscription as a form, for an administrator or a developer of the app whose it becomes.
'use client'

import { Alert, Button, NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { Form, TextField } from '#components/ui/form/form.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { useForm } from '#components/ui/form/use-form.ts'
import { HttpError } from '#components/ui/http/get-json.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useChangeAt } from '#components/ui/http/use-change-at.ts'
import { Waiting } from '#components/ui/http/waiting.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { CreatedSubscription, NewSubscription, SubscribableApp } from '#lib/api/subscriptions.ts'
import { newTexts } from './new-texts.ts'
import { BY_ALL, choicesQuery } from './subscription-queries.ts'

interface NewSubscriptionProps {
  readonly cancel: () => void
}

export function NewSubscriptionPart({ cancel }: NewSubscriptionProps) {
  const texts = useTexts(newTexts)
  const choices = useQuery(choicesQuery)
  return (
    <section className={layout.card} aria-labelledby="new">
      <h2 id="new">{texts.title}</h2>
      <p className={layout.hint}>{texts.lead}</p>
      {choices.isPending && <Waiting label={texts.loading} />}
      {choices.error && <LoadFailed error={choices.error} retry={() => choices.refetch()} />}
      {choices.data && <ForOneOf apps={choices.data.apps} cancel={cancel} />}
    </section>
  )
}

function ForOneOf({ apps, cancel }: NewSubscriptionProps & { readonly apps: readonly SubscribableApp[] }) {
  const texts = useTexts(newTexts)
  const first = apps.find((app) => app.mayHave && placeOf(app) !== '') ?? apps[0]
  if (!first)
    return (
      <p>
        {texts.noApp} <a href="/connect">{texts.connect}</a>
      </p>
    )
  return <OfOneApp apps={apps} first={first} cancel={cancel} />
}

/** Where its receiver may be, to be completed. */
const placeOf = ({ ownHook, origins: [origin] }: SubscribableApp): string =>
  ownHook ?? (origin === undefined ? '' : `${origin}/`)

const initial = (app: SubscribableApp) => ({
  ...{ app: app.clientId, reason: '', criteria: 'Task?', endpoint: placeOf(app), header: '' },
})

interface FormProps extends NewSubscriptionProps {
  readonly apps: readonly SubscribableApp[]
  readonly first: SubscribableApp
}

function OfOneApp({ apps, first, cancel }: FormProps) {
  const texts = useTexts(newTexts)
  const router = useRouter()
  const { form, set, bind } = useForm(() => initial(first))
  const change = useChangeAt<CreatedSubscription>(BY_ALL)
  const app = apps.find(({ clientId }) => clientId === form.app) ?? first
  const choose = (clientId: string) => {
    const next = apps.find((one) => one.clientId === clientId)
    // What was typed stays.
    if (next) set({ app: clientId, ...(form.endpoint === placeOf(app) ? { endpoint: placeOf(next) } : {}) })
  }
  const { problems = [], elements = [] } = bodyOf(change.error)
  const elsewhere = problems.length === 0 || elements.some((element) => !AT_FIELDS.includes(element))
  /** What the FHIR API refused of a field. */
  const wrong = (element: (typeof AT_FIELDS)[number]) => {
    const said = problems.filter((_, index) => elements[index] === element)
    return said.length > 0 ? { error: said.join(' ') } : {}
  }
  const send = () => {
    const body: NewSubscription = { ...form, header: form.header.split('\n').filter((line) => line.trim() !== '') }
    change.mutate(
      { path: 'api', body },
      { onSuccess: ({ id }) => router.push(`/subscriptions/${encodeURIComponent(id)}`) },
    )
  }
  return (
    <Form className={layout.section} send={send}>
      <NativeSelect
        label={texts.app}
        value={app.clientId}
        data={apps.map(({ clientId, name }) => ({
          value: clientId,
          label: name === clientId ? name : `${name} (${clientId})`,
        }))}
        onChange={({ target }) => choose(target.value)}
      />
      {!app.mayHave && (
        <Alert color="orange" role="status">
          {texts.mayNot}
        </Alert>
      )}
      <TextField label={texts.reason} description={texts.reasonHint} {...bind('reason')} required />
      <TextField
        label={texts.criteria}
        description={texts.criteriaHint}
        {...bind('criteria')}
        {...wrong('criteria')}
        required
      />
      <TextField
        label={texts.endpoint}
        description={texts.endpointHint(placesOf(app))}
        type="url"
        {...bind('endpoint')}
        {...wrong('channel.endpoint')}
        required
      />
      <Textarea label={texts.header} description={texts.headerHint} {...bind('header')} rows={2} />
      <p className={layout.hint}>{texts.noPayload}</p>
      <Outcome error={elsewhere ? change.error : null} />
      <div className={layout.actions}>
        <Button type="submit" loading={change.isPending || change.isSuccess}>
          {texts.create}
        </Button>
        <Button variant="default" onClick={cancel}>
          {texts.cancel}
        </Button>
      </div>
    </Form>
  )
}

/** The elements that have a field which says what is wrong with it. */
const AT_FIELDS: readonly string[] = ['criteria', 'channel.endpoint']

/** The sentences of a refusal, and the element that each is about. */
const bodyOf = (
  error: Error | null,
): { readonly problems?: readonly string[]; readonly elements?: readonly string[] } =>
  error instanceof HttpError ? (error.body ?? {}) : {}

const placesOf = ({ ownHook, origins }: SubscribableApp): string => [ownHook ?? [], origins].flat().join(', ')
