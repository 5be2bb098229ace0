// One form with a field for each search parameter of a type; those that are used least are folded away.
'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
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
  const { name } = parameter
  const common = { label: name, name, defaultValue: given ?? '', size: 'sm' }
  const codes = CODES[name]
  if (codes) return <NativeSelect {...common} data={[{ value: '', label: texts.anyValue }, ...codes]} />
  return <TextInput {...common} placeholder={hintOf(parameter)} maxLength={200} autoCapitalize="off" />
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
  const byParameter = parameters.filter(isSortedBy).map(({ name }) => name)
  const offered: readonly string[] = [...INDEX_ORDERS, ...byParameter, ...byParameter.map((name) => `-${name}`)]
  return (
    <NativeSelect
      className={classes.pageSize ?? ''}
      label={texts.order}
      name="_sort"
      size="sm"
      defaultValue={given ?? ''}
      data={[
        // The first is the server's default.
        ...INDEX_ORDERS.map((sort, index) => ({ value: index === 0 ? '' : sort, label: texts.orders[sort] })),
        ...byParameter.flatMap((name) => [
          { value: name, label: texts.orderedBy(name) },
          { value: `-${name}`, label: texts.orderedBackBy(name) },
        ]),
        ...(given && !offered.includes(given) ? [given] : []),
      ]}
    />
  )
}
