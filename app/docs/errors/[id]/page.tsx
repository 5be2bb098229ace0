// One kind of OAuth error: where error_uri leads to.
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ErrorPage } from '#components/docs/error-page.tsx'
import { docsTexts } from '#components/docs/texts.ts'
import { findError } from '#components/errors/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
}

export const generateMetadata = async ({ params }: PageProps): Promise<Metadata> => ({ title: (await params).id })

export default async function Page({ params }: PageProps) {
  const { id } = await params
  const entry = findError(id)
  if (!entry) notFound()
  const language = await requestLanguage()
  return <ErrorPage id={id} entry={entry} texts={docsTexts[language]} language={language} />
}
