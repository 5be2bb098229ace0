// The console opens at its overview.
import { Overview } from '#components/admin/overview.tsx'
import { domainFacts } from '#server/next/page-data.ts'

export default async function Page() {
  const { version } = await domainFacts()
  return <Overview version={version} />
}
