// The FHIR R4 datatype "instant", as this server writes it.

/** Epoch milliseconds as `YYYY-MM-DDThh:mm:ss.sss+00:00`. */
export const formatInstant = (ms: number): string => new Date(ms).toISOString().replace('Z', '+00:00')
