// Breadcrumbs of the record browser.
'use client'

import Link from 'next/link'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import classes from './browse.module.css'
import { browseTexts } from './texts.ts'

/** `id`: of the record; without it, one is at the list of the type. */
export function Crumbs({ type, id }: { readonly type: string; readonly id?: string }) {
  const texts = useTexts(browseTexts)
  return (
    <nav aria-label={texts.path}>
      <ol className={classes.crumbs}>
        <li>
          <Link href="/browse" prefetch={false}>
            {texts.title}
          </Link>
        </li>
        <li>
          {id === undefined ? (
            <span aria-current="page">{type}</span>
          ) : (
            <Link href={`/browse/${type}`} prefetch={false}>
              {type}
            </Link>
          )}
        </li>
        {id !== undefined && (
          <li>
            <span aria-current="page">{id}</span>
          </li>
        )}
      </ol>
    </nav>
  )
}
