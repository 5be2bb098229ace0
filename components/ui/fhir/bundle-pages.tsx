// The position in a searchset, and the server's own links to the next and previous page.
'use client'

import { Button } from '@mantine/core'
import { CopyText } from '#components/ui/copy/copy-text.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { type FhirResource, linkOf } from '#lib/fhir/bundle.ts'
import classes from './bundle-pages.module.css'
import { bundleTexts } from './bundle-texts.ts'

interface BundlePagesProps {
  readonly bundle: FhirResource
  readonly type: string
  /** Matches on this page. */
  readonly count: number
  readonly busy: boolean
  readonly go: (url: string) => void
  /** True to show the address of this page too. */
  readonly showSelf?: boolean
}

export function BundlePages({ bundle, type, count, busy, go, showSelf = false }: BundlePagesProps) {
  const texts = useTexts(bundleTexts)
  const next = linkOf(bundle, 'next')
  const previous = linkOf(bundle, 'previous') ?? linkOf(bundle, 'prev')
  const self = linkOf(bundle, 'self')
  const offset = offsetOf(self)
  const total = typeof bundle['total'] === 'number' ? bundle['total'] : undefined
  return (
    <>
      <nav className={classes.pages} aria-label={texts.pagesOf(type)}>
        <Button variant="default" disabled={!previous || busy} onClick={() => previous && go(previous)}>
          {texts.previous}
        </Button>
        <span aria-live="polite">{count === 0 ? texts.noRows : texts.range(offset + 1, offset + count, total)}</span>
        <Button variant="default" disabled={!next || busy} onClick={() => next && go(next)}>
          {texts.next}
        </Button>
      </nav>
      <div className={classes.links}>
        {showSelf && self && (
          <p>
            {texts.selfUrl}: <CopyText value={self} label={texts.thisUrl} />
          </p>
        )}
        {next ? (
          <p>
            {texts.nextUrl}: <CopyText value={next} label={texts.followingUrl} />
          </p>
        ) : (
          <p>{texts.noNextUrl}</p>
        )}
      </div>
    </>
  )
}

/** The number of matches before this page: `_getpagesoffset` of its own address. */
function offsetOf(self: string | undefined): number {
  const offset = self && URL.canParse(self) ? new URL(self).searchParams.get('_getpagesoffset') : null
  return offset && /^\d+$/.test(offset) ? Number(offset) : 0
}
