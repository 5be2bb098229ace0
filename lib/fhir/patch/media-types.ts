// The media types of a patch (FHIR R4 http.html#patch).

/** JSON Patch (RFC 6902 §6). */
export const JSON_PATCH = 'application/json-patch+json'

/** Those that are taken: JSON Patch, and FHIRPath Patch as a Parameters resource. */
export const PATCH_TYPES = [JSON_PATCH, 'application/fhir+json'] as const

export type PatchType = (typeof PATCH_TYPES)[number]
