// The front of the documentation: tutorial, how-to guides, reference, explanation, decisions.

import classes from './docs.module.css'
import { DocsPage } from './docs-page.tsx'
import type { DocsTexts } from './texts.ts'

interface Entry {
  readonly folder: string
  readonly name: string
  readonly title: string
}

interface DocsIndexProps {
  readonly texts: DocsTexts
  readonly howTo: readonly Entry[]
  readonly explanation: readonly Entry[]
  readonly decisions: readonly Entry[]
}

export function DocsIndex({ texts, howTo, explanation, decisions }: DocsIndexProps) {
  return (
    <DocsPage texts={texts} title={texts.title} lead={texts.lead}>
      <div className={classes.cards}>
        <Card
          title={texts.tutorial}
          text={texts.tutorialText}
          links={[
            { href: '/', label: texts.demo },
            { href: '/portal', label: texts.portal },
          ]}
        />
        <Card title={texts.howTo} text={texts.howToText} links={howTo.map(linkTo)} />
        <Card
          title={texts.reference}
          text={texts.referenceText}
          links={[
            { href: '/docs/api', label: texts.api },
            { href: '/openapi.json', label: texts.apiDocument },
            { href: '/docs/errors', label: texts.errors },
            { href: '/fhir/DEFAULT/metadata', label: texts.metadata },
          ]}
        />
        <Card title={texts.explanation} text={texts.explanationText} links={explanation.map(linkTo)} />
        <Card title={texts.decisions} text={texts.decisionsText} links={decisions.map(linkTo)} />
      </div>
    </DocsPage>
  )
}

const linkTo = ({ folder, name, title }: Entry): Link => ({ href: `/docs/${folder}/${name}`, label: title, lang: 'en' })

interface Link {
  readonly href: string
  readonly label: string
  readonly lang?: string
}

function Card({
  title,
  text,
  links,
}: {
  readonly title: string
  readonly text: string
  readonly links: readonly Link[]
}) {
  return (
    <section className={classes.card}>
      <h2>{title}</h2>
      <p className={classes.dimmed}>{text}</p>
      <ul>
        {links.map(({ href, label, lang }) => (
          <li key={href}>
            <a href={href} lang={lang}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
