// The operations of one tag of the API, each with its parameters, answers and a command.
import type { OpenApi } from '#lib/api/openapi.ts'
import { slugOfTag } from '#lib/docs/api-tags.ts'
import { ApiOperation } from './api-operation.tsx'
import type { DocsFrame } from './contents.ts'
import { DocsPage } from './docs-page.tsx'
import { operationsOf } from './operations.ts'

interface ApiTagProps extends DocsFrame {
  readonly api: OpenApi
  readonly tag: OpenApi['tags'][number]
}

export function ApiTag({ api, tag: { name, description }, ...frame }: ApiTagProps) {
  const { texts } = frame
  const operations = operationsOf(api).filter(({ operation }) => operation.tags.includes(name))
  const headings = operations.map(({ operation }) => ({
    depth: 2,
    title: operation.summary,
    anchor: operation.operationId,
  }))
  return (
    <DocsPage
      {...frame}
      here={`/docs/api/${slugOfTag(name)}`}
      title={name}
      titleLang="en"
      headingsLang="en"
      lead={<span lang="en">{description}</span>}
      headings={headings}
      among={api.tags.map((tag) => ({ href: `/docs/api/${slugOfTag(tag.name)}`, title: tag.name, lang: 'en' }))}
    >
      {operations.map((described) => (
        <ApiOperation
          key={described.operation.operationId}
          {...described}
          server={api.servers[0]?.url ?? ''}
          texts={texts}
        />
      ))}
      <p>
        <a href="/docs/api">{texts.wholeApi}</a>
      </p>
    </DocsPage>
  )
}
