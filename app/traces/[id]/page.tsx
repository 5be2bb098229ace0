// One trace.
import { titled } from '#components/shell/page-title.ts'
import { tracesTexts } from '#components/traces/texts.ts'
import { TracePage } from '#components/traces/trace-page.tsx'

export const generateMetadata = titled(tracesTexts, ({ title }) => title)

export default async function Page({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  return <TracePage id={decodeURIComponent((await params).id)} />
}
