// One trace.
import type { Metadata } from 'next'
import { requestLanguage } from '#components/shell/request-language.ts'
import { tracesTexts } from '#components/traces/texts.ts'
import { TracePage } from '#components/traces/trace-page.tsx'

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: `${decodeURIComponent((await params).id)} · ${tracesTexts[await requestLanguage()].title}` }
}

export default async function Page({ params }: PageProps) {
  return <TracePage id={decodeURIComponent((await params).id)} />
}
