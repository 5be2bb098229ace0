// The JSON of /tools/api/fhir: whose token a person may send FHIR requests with, and what became of a request.

/** Methods of FHIR R4 (http.html). */
export const FHIR_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type FhirMethod = (typeof FHIR_METHODS)[number]

/** The headers of a request that its sender chooses, in lower case. */
export const FHIR_HEADERS = [
  'accept',
  'content-type',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-none-exist',
  'prefer',
] as const
export type FhirHeader = (typeof FHIR_HEADERS)[number]

/** GET /tools/api/fhir */
export interface FhirConsoleMe {
  /** True for who is signed in, or acts as a person of the demo. */
  readonly known: boolean
  readonly fhirBase: string
  /** The clients whose token the person may use; their tokens stay at the server. */
  readonly clients: readonly FhirConsoleClient[]
  /** The people that a visitor of the demo may act as; empty outside of it. */
  readonly demoPeople: readonly { readonly reference: string; readonly name: string }[]
}

export interface FhirConsoleClient {
  readonly clientId: string
  readonly name: string
}

/** POST /tools/api/fhir */
export interface FhirConsoleRequest {
  /** A client_id of `clients`. */
  readonly client: string
  readonly method: FhirMethod
  /** Below the FHIR base, such as `Task/7` or `Task?_count=5`; empty for the base; or an absolute URL below it. */
  readonly path: string
  readonly headers: Readonly<Partial<Record<FhirHeader, string>>>
  readonly body?: string
}

/** What the FHIR API answered, word for word. */
export interface FhirConsoleAnswer {
  readonly url: string
  readonly status: number
  /** Names in lower case. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /** Milliseconds from the request to the whole answer; the first one of a client waits for its token, too. */
  readonly ms: number
  /** The X-Trace-Id of the request: its page is /traces/{trace}. */
  readonly trace: string
}
