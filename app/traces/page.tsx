// The list of traces.
import type { Metadata } from 'next'
import { requestLanguage } from '#components/shell/request-language.ts'
import { tracesTexts } from '#components/traces/texts.ts'
import { TraceList } from '#components/traces/trace-list.tsx'
import { CHECK_NAMES } from '#lib/checks/checks.ts'

export const generateMetadata = async (): Promise<Metadata> => ({ title: tracesTexts[await requestLanguage()].title })

export default function Page() {
  return <TraceList checks={CHECK_NAMES} />
}
