// One trace.
import type { Metadata } from 'next'
import { requestLanguage } from '#components/shell/request-language.ts'
import { tracesTexts } from '#components/traces/texts.ts'
import { TracePage } from '#components/traces/trace-page.tsx'

export const generateMetadata = async (): Promise<Metadata> => ({ title: tracesTexts[await requestLanguage()].title })

export default async function Page({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  return <TracePage id={decodeURIComponent((await params).id)} />
}
