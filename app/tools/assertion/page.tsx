// Signing a client_assertion.
import { AssertionTool } from '#components/tools/assertion-tool.tsx'
import { domainFacts } from '#server/next/pages.ts'

export default async function Page() {
  return <AssertionTool tokenEndpoint={(await domainFacts()).tokenEndpoint} />
}
