// The field that searches the documentation. It is a plain form: the query is in the address of the results. Where scripts run, typing
// goes on in the dialog that finds things (components/shell/find/).
import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import classes from './docs.module.css'
import type { DocsTexts } from './texts.ts'

export function SearchForm({ texts, query }: { readonly texts: DocsTexts; readonly query: string | undefined }) {
  return (
    <search className={classes.search}>
      <form action="/docs/search">
        <TextInput
          type="search"
          name="q"
          defaultValue={query}
          maxLength={100}
          data-find
          aria-label={texts.searchDocs}
          placeholder={texts.search}
          rightSection={
            <ActionIcon type="submit" variant="subtle" color="gray" aria-label={texts.search} title={texts.search}>
              <IconSearch size={16} aria-hidden />
            </ActionIcon>
          }
        />
      </form>
    </search>
  )
}
