// The constant answer of a Next route: what Next costs a request before anybody's handler does anything.
export const dynamic = 'force-dynamic'

const body = process.env.BENCH_CONSTANT

export const GET = () => new Response(body, { headers: { 'content-type': 'application/fhir+json' } })
