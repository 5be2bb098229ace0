// One form with a field for each search parameter of a type; those that are used least are folded away.
'use client'

import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { GENDERS } from '#lib/fhir/administrative-gender.ts'
import type { ServedType } from '#lib/fhir/capabilities.ts'
import classes from './browse.module.css'
import { isFiltered } from './list-address.ts'
import { browseTexts } from './texts.ts'

type Parameter = ServedType['searchParameters'][number]

interface SearchFieldsProps {
  readonly parameters: readonly Parameter[]
  readonly search: URLSearchParams
  readonly go: (search: URLSearchParams) => void
}

/** Looked for most, in this order. */
const FIRST: readonly string[] = ['name', 'identifier', 'patient', 'owner', 'status', 'birthdate', 'gender', 'url']
/** Fields that are there without opening the rest. */
const MOST_FIRST = 4
/** Codes of R4 that a field offers; elsewhere one writes. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  gender: GENDERS,
  active: ['true', 'false'],
}
const INDEX_ORDERS = ['-_lastUpdated', '_lastUpdated', '_id', '-_id'] as const

export function SearchFields({ parameters, search, go }: SearchFieldsProps) {
  const texts = useTexts(browseTexts)
  const place = ({ name }: Parameter) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  const sorted = [...parameters].sort((a, b) => place(a) - place(b))
  const first = sorted.slice(0, MOST_FIRST)
  const rest = sorted.slice(MOST_FIRST)
  const fields = (some: readonly Parameter[]) =>
    some.map((parameter) => <Field key={parameter.name} parameter={parameter} given={search.get(parameter.name)} />)
  const send = (form: FormData) => {
    const filled = [...form].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    )
    const kept = [...search].filter(([name]) => name === '_count')
    go(new URLSearchParams([...filled, ...kept]))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send(new FormData(event.currentTarget))
      }}
      autoComplete="off"
    >
      <div className={classes.fields}>{fields(first)}</div>
      {rest.length > 0 && (
        <details className={layout.more} open={rest.some(({ name }) => search.has(name))}>
          <summary>{texts.moreFields(rest.length)}</summary>
          <div className={classes.fields}>{fields(rest)}</div>
        </details>
      )}
      <div className={layout.actions}>
        <Button type="submit">{texts.search}</Button>
        <Order parameters={parameters} given={search.get('_sort')} />
        {isFiltered(search) && (
          <Button variant="subtle" onClick={() => go(new URLSearchParams())}>
            {texts.showAll}
          </Button>
        )}
      </div>
    </form>
  )
}

/** An example of a value for each type of parameter. */
const hintOf = ({ name, type }: Parameter): string | undefined => {
  if (name === 'identifier') return 'system|value'
  if (type === 'date') return 'ge2026-01-01'
  return type === 'reference' ? 'Type/id' : undefined
}

function Field({ parameter, given }: { readonly parameter: Parameter; readonly given: string | null }) {
  const texts = useTexts(browseTexts)
  const id = useId()
  const { name } = parameter
  const codes = CODES[name]
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{name}</label>
      {codes ? (
        <select id={id} name={name} defaultValue={given ?? ''}>
          <option value="">{texts.anyValue}</option>
          {codes.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          name={name}
          defaultValue={given ?? ''}
          placeholder={hintOf(parameter)}
          maxLength={200}
          spellCheck={false}
          autoCapitalize="off"
        />
      )}
    </div>
  )
}

/** Parameters that are useful to sort by; _id and _lastUpdated have texts of their own. */
const isSortedBy = ({ name, type = '' }: Parameter): boolean =>
  !name.startsWith('_') && ['string', 'date', 'token'].includes(type)

interface OrderProps {
  readonly parameters: readonly Parameter[]
  readonly given: string | null
}

function Order({ parameters, given }: OrderProps) {
  const texts = useTexts(browseTexts)
  const id = useId()
  const byParameter = parameters.filter(isSortedBy).map(({ name }) => name)
  const offered: readonly string[] = [...INDEX_ORDERS, ...byParameter, ...byParameter.map((name) => `-${name}`)]
  return (
    <div className={classes.pageSize}>
      <label htmlFor={id}>{texts.order}</label>
      <select id={id} name="_sort" defaultValue={given ?? ''}>
        {INDEX_ORDERS.map((sort, index) => (
          // The first is the server's default.
          <option key={sort} value={index === 0 ? '' : sort}>
            {texts.orders[sort]}
          </option>
        ))}
        {byParameter.flatMap((name) => [
          <option key={name} value={name}>
            {texts.orderedBy(name)}
          </option>,
          <option key={`-${name}`} value={`-${name}`}>
            {texts.orderedBackBy(name)}
          </option>,
        ])}
        {given && !offered.includes(given) && <option>{given}</option>}
      </select>
    </div>
  )
}
