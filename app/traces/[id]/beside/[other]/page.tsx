// Two traces side by side.
import { titled } from '#components/shell/page-title.ts'
import { TracesBeside } from '#components/traces/beside.tsx'
import { tracesTexts } from '#components/traces/texts.ts'

export const generateMetadata = titled(tracesTexts, ({ besideTitle }) => besideTitle)

interface PageProps {
  readonly params: Promise<{ readonly id: string; readonly other: string }>
}

export default async function Page({ params }: PageProps) {
  const { id, other } = await params
  return <TracesBeside id={decodeURIComponent(id)} other={decodeURIComponent(other)} />
}
