// One trace.
import { titled } from '#components/shell/page-title.ts'
import { tracesTexts } from '#components/traces/texts.ts'
import { TracePage } from '#components/traces/trace-page.tsx'

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
}

/** The page itself says what became of the trace, once it knows. */
export const generateMetadata = titled(tracesTexts, ({ title }) => title)

export default async function Page({ params }: PageProps) {
  return <TracePage id={decodeURIComponent((await params).id)} />
}
