// The form of a FHIR request: token, method, address, headers and body.
'use client'

import { Button } from '@mantine/core'
import { ChoiceField, Field, TextField } from '#components/ui/form/field.tsx'
import formClasses from '#components/ui/form/form.module.css'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { called } from '#components/ui/page/called.ts'
import layout from '#components/ui/page/page.module.css'
import type { FhirConsoleMe } from '#lib/api/fhir-console.ts'
import { FHIR_HEADERS, FHIR_METHODS, type FhirHeader } from '#lib/api/fhir-console-words.ts'
import { type Asked, hasBody, NO_TOKEN, OWN_TOKEN, withMethod } from './asked.ts'
import classes from './fhir-console.module.css'
import { fhirConsoleTexts } from './texts.ts'

interface RequestFormProps {
  readonly me: FhirConsoleMe
  readonly asked: Asked
  readonly change: (asked: Asked) => void
  readonly token: string
  readonly changeToken: (token: string) => void
  readonly sending: boolean
  readonly send: () => void
}

/** The headers shown in the form; the others are folded. */
const FIRST: readonly FhirHeader[] = ['if-match', 'prefer']
const EXAMPLES: Readonly<Partial<Record<FhirHeader, string>>> = {
  'if-match': 'W/"1"',
  prefer: 'return=minimal',
  'if-none-exist': 'identifier=system|value',
  'if-none-match': 'W/"1"',
  'if-modified-since': 'Sun, 22 Nov 2026 08:00:00 GMT',
  accept: 'application/fhir+json',
}

export function RequestForm({ me, asked, change, token, changeToken, sending, send }: RequestFormProps) {
  const texts = useTexts(fhirConsoleTexts)
  const withBody = hasBody(asked.method)
  const first = withBody ? (['content-type', ...FIRST] as const) : FIRST
  const clients = [
    ...me.clients.map(({ clientId, name }) => [clientId, called(name, clientId)] as const),
    [OWN_TOKEN, texts.ownToken] as const,
    [NO_TOKEN, texts.noToken] as const,
  ]
  return (
    <form
      className={layout.card}
      aria-labelledby="request"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <h2 id="request">{texts.request}</h2>
      <ChoiceField
        label={texts.client}
        {...(me.clients.length > 0 ? { hint: texts.clientHint } : {})}
        value={asked.client}
        options={clients}
        onChange={(client) => change({ ...asked, client })}
      />
      {me.known && me.clients.length === 0 && <NoClients />}
      {asked.client === OWN_TOKEN && (
        <TextField label={texts.token} hint={texts.tokenHint} type="password" value={token} onChange={changeToken} />
      )}
      <div className={classes.line}>
        <ChoiceField
          label={texts.method}
          value={asked.method}
          options={FHIR_METHODS.map((method) => [method, method] as const)}
          onChange={(method) => change(withMethod(asked, method))}
        />
        <TextField
          label={texts.path}
          hint={texts.pathHint(me.fhirBase)}
          value={asked.path}
          onChange={(path) => change({ ...asked, path })}
        />
      </div>
      <fieldset className={classes.headers}>
        <legend className={formClasses.legend}>{texts.headers}</legend>
        <Headers names={first} asked={asked} change={change} />
        <details
          className={layout.more}
          open={FHIR_HEADERS.some((name) => !isAmong(first, name) && asked.headers[name])}
        >
          <summary>{texts.otherHeaders}</summary>
          <Headers
            names={FHIR_HEADERS.filter((name) => !isAmong(first, name) && name !== 'content-type')}
            asked={asked}
            change={change}
          />
        </details>
      </fieldset>
      {withBody && <BodyField asked={asked} change={change} send={send} />}
      <div>
        <Button type="submit" loading={sending}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}

function BodyField({ asked, change, send }: Pick<RequestFormProps, 'asked' | 'change' | 'send'>) {
  const texts = useTexts(fhirConsoleTexts)
  return (
    <Field label={texts.body} hint={texts.bodyHint}>
      {(ids) => (
        <textarea
          {...ids}
          className={formClasses.control}
          rows={Math.min(24, Math.max(6, asked.body.split('\n').length))}
          value={asked.body}
          wrap="off"
          spellCheck={false}
          onChange={({ target }) => change({ ...asked, body: target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
          }}
        />
      )}
    </Field>
  )
}

const isAmong = (names: readonly FhirHeader[], name: FhirHeader): boolean => names.includes(name)

interface HeadersProps extends Pick<RequestFormProps, 'asked' | 'change'> {
  readonly names: readonly FhirHeader[]
}

const Headers = ({ names, asked, change }: HeadersProps) => (
  <div className={classes.fields}>
    {names.map((name) => (
      <Field key={name} label={titled(name)}>
        {(ids) => (
          <input
            {...ids}
            className={formClasses.control}
            value={asked.headers[name] ?? ''}
            placeholder={EXAMPLES[name]}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => change({ ...asked, headers: { ...asked.headers, [name]: target.value } })}
          />
        )}
      </Field>
    ))}
  </div>
)

/** As RFC 9110 writes it: If-Match. */
const titled = (name: string): string => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())

/** The way forward for people who may use no token of the domain. */
function NoClients() {
  const texts = useTexts(fhirConsoleTexts)
  return (
    <p className={layout.hint}>
      {texts.notForYou} <a href="/connect">{texts.toConnect}</a>
    </p>
  )
}
