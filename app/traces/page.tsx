// The list of traces.
import type { Metadata } from 'next'
import { requestLanguage } from '#components/shell/request-language.ts'
import { FILTERS } from '#components/traces/filter-names.ts'
import { tracesTexts } from '#components/traces/texts.ts'
import { TraceList } from '#components/traces/trace-list.tsx'
import { CHECK_NAMES } from '#lib/checks/checks.ts'

export const generateMetadata = async (): Promise<Metadata> => ({ title: tracesTexts[await requestLanguage()].title })

interface PageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
}

export default async function Page({ searchParams }: PageProps) {
  const params = await searchParams
  const given = Object.fromEntries(
    FILTERS.flatMap((name) => (typeof params[name] === 'string' ? [[name, params[name]]] : [])),
  )
  return <TraceList given={given} checks={CHECK_NAMES} />
}
