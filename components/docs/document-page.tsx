// One document of the project as a page.

import layout from '#components/ui/page/page.module.css'
import { type OwnAddresses, ownIn } from '#lib/docs/addresses.ts'
import { sectionsOf } from '#lib/docs/sections.ts'
import type { DocsFrame } from './contents.ts'
import { DocsPage } from './docs-page.tsx'
import { Markdown } from './markdown.tsx'

interface DocumentPageProps extends DocsFrame {
  readonly folder: string
  readonly name: string
  readonly markdown: string
  /** The addresses of this domain. */
  readonly facts: Omit<OwnAddresses, 'clientId'>
  /** An app of the reader's own. */
  readonly app: { readonly clientId: string; readonly name: string } | undefined
}

export function DocumentPage({ folder, name, markdown, facts, app, ...frame }: DocumentPageProps) {
  const { texts } = frame
  const [title, ...headings] = sectionsOf(markdown)
  const own = { ...facts, clientId: app?.clientId }
  const filledIn = { nothing: '', addresses: texts.ownAddresses, app: texts.ownApp(app?.name ?? '') }
  const lead = [texts.inEnglish, filledIn[ownIn(markdown, app !== undefined)]].filter(Boolean).join(' ')
  return (
    <DocsPage
      {...frame}
      here={`/docs/${folder}/${name}`}
      title={title?.title ?? name}
      titleLang="en"
      headings={headings}
    >
      {lead && <p className={layout.quiet}>{lead}</p>}
      <article lang="en">
        <Markdown text={markdown} folder={folder} own={own} />
      </article>
    </DocsPage>
  )
}
