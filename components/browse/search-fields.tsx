// One form with a field for each search parameter of a type; those that are used least are folded away.
'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { fhirCodeTexts } from '#components/ui/fhir/code-texts.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { SearchField } from '#lib/fhir/search/search-fields.ts'
import classes from './browse.module.css'
import { isFiltered } from './list-address.ts'
import { orderWords } from './order-words.ts'
import { browseTexts } from './texts.ts'

interface SearchFieldsProps {
  readonly fields: readonly SearchField[]
  readonly search: URLSearchParams
  readonly go: (search: URLSearchParams) => void
}

/** Looked for most, in this order. */
const FIRST: readonly string[] = ['name', 'identifier', 'patient', 'owner', 'status', 'birthdate', 'gender', 'url']
/** Fields that are there without opening the rest. */
const MOST_FIRST = 4
const INDEX_ORDERS = ['-_lastUpdated', '_lastUpdated', '_id', '-_id'] as const

export function SearchFields({ fields, search, go }: SearchFieldsProps) {
  const texts = useTexts(browseTexts)
  const place = ({ name }: SearchField) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  const sorted = [...fields].sort((a, b) => place(a) - place(b))
  const rest = sorted.slice(MOST_FIRST)
  const shown = (some: readonly SearchField[]) =>
    some.map((field) => <Field key={field.name} field={field} given={search.get(field.name)} />)
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
      <div className={classes.fields}>{shown(sorted.slice(0, MOST_FIRST))}</div>
      {rest.length > 0 && (
        <details className={layout.more} open={rest.some(({ name }) => search.has(name))}>
          <summary>{texts.moreFields(rest.length)}</summary>
          <div className={classes.fields}>{shown(rest)}</div>
        </details>
      )}
      <div className={layout.actions}>
        <Button type="submit">{texts.search}</Button>
        <Order fields={fields} given={search.get('_sort')} />
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
const hintOf = ({ name, type }: SearchField): string | undefined => {
  if (name === 'identifier') return 'system|value'
  if (type === 'date') return 'ge2026-01-01'
  return type === 'reference' ? 'Type/id' : undefined
}

function Field({ field, given }: { readonly field: SearchField; readonly given: string | null }) {
  const texts = useTexts(browseTexts)
  const words = useTexts(fhirCodeTexts)
  const { name, codes } = field
  const common = { label: name, name, defaultValue: given ?? '', size: 'sm' }
  const inWords: Readonly<Record<string, string>> = name === 'status' || name === 'gender' ? words[name] : {}
  if (codes) {
    const offered = codes.map((value) => ({ value, label: inWords[value] ?? value }))
    return (
      <NativeSelect {...common} data={[{ value: '', label: texts.anyValue }, ...offered, ...others(given, codes)]} />
    )
  }
  return <TextInput {...common} placeholder={hintOf(field)} maxLength={200} autoCapitalize="off" />
}

/** What an address gives that is not offered, such as `ready,in-progress`. */
const others = (given: string | null, offered: readonly string[]): readonly string[] =>
  given && !offered.includes(given) ? [given] : []

/** Parameters that are useful to sort by; _id and _lastUpdated have texts of their own. */
const isSortedBy = ({ name, type }: SearchField): boolean =>
  !name.startsWith('_') && ['string', 'date', 'token'].includes(type)

interface OrderProps extends Pick<SearchFieldsProps, 'fields'> {
  readonly given: string | null
}

function Order({ fields, given }: OrderProps) {
  const texts = useTexts(browseTexts)
  const words = useTexts(orderWords)
  const byParameter = fields.filter(isSortedBy).map(({ name }) => name)
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
          { value: name, label: texts.orderedBy(words[name] ?? name) },
          { value: `-${name}`, label: texts.orderedBackBy(words[name] ?? name) },
        ]),
        ...others(given, offered),
      ]}
    />
  )
}
