// The FHIR console. Its address may hold a request: ?method=GET&path=Task/7&client=demo-app.
import { FhirConsole } from '#components/fhir-console/fhir-console.tsx'
import { fhirConsoleTexts } from '#components/fhir-console/texts.ts'
import { titled } from '#components/shell/page-title.ts'

export const generateMetadata = titled(fhirConsoleTexts, ({ title }) => title)

interface PageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
}

const OF_A_REQUEST = ['method', 'path', 'client'] as const

export default async function Page({ searchParams }: PageProps) {
  const params = await searchParams
  const given = Object.fromEntries(
    OF_A_REQUEST.flatMap((name) => (typeof params[name] === 'string' ? [[name, params[name]]] : [])),
  )
  return <FhirConsole given={given} />
}
