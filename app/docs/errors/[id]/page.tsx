// One kind of OAuth error: where error_uri leads to.
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { contentsOf } from '#components/docs/contents.ts'
import { ErrorPage } from '#components/docs/error-page.tsx'
import { findError } from '#components/docs/error-texts.ts'
import { docsTexts } from '#components/docs/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import { answerOf } from '#lib/docs/error-answers.ts'
import { allDocuments } from '#server/next/documents.ts'
import { domainFacts } from '#server/next/page-data.ts'

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
}

async function error({ params }: PageProps) {
  const { id } = await params
  return { id, entry: findError(id) ?? notFound() }
}

export const generateMetadata = async (props: PageProps): Promise<Metadata> => ({ title: (await error(props)).id })

export default async function Page(props: PageProps) {
  const { id, entry } = await error(props)
  const language = await requestLanguage()
  const texts = docsTexts[language]
  const facts = await domainFacts()
  return (
    <ErrorPage
      {...{ id, entry, texts, language }}
      demo={facts.demo}
      answer={answerOf(id, facts)}
      contents={contentsOf(await allDocuments(language), texts)}
    />
  )
}
