// The constant answer of a Next route: the cost of a request in Next before a handler does any work.
export const dynamic = 'force-dynamic'

const body = process.env.BENCH_CONSTANT

export const GET = () => new Response(body, { headers: { 'content-type': 'application/fhir+json' } })
