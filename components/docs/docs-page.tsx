// A page of the documentation: breadcrumbs, title, content.
import type { ReactNode } from 'react'
import classes from './docs.module.css'
import type { DocsTexts } from './texts.ts'

interface DocsPageProps {
  readonly texts: DocsTexts
  readonly title: string
  readonly lead?: string
  readonly children: ReactNode
}

export function DocsPage({ texts, title, lead, children }: DocsPageProps) {
  return (
    <div className={classes.page}>
      {title !== texts.title && (
        <p className={classes.trail}>
          <a href="/docs">{texts.title}</a>
        </p>
      )}
      <h1>{title}</h1>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </div>
  )
}
