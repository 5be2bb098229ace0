// The JSON of /browse/api/session: who looks at the records, and whether they may.

/** GET /browse/api/session */
export type BrowseSession =
  | { readonly access: 'signed_out' }
  /** Signed in, but not as somebody who may look at all records. */
  | { readonly access: 'refused' }
  | {
      readonly access: 'open'
      readonly name: string
      readonly role: string
      /** Where the records are read. */
      readonly fhirBase: string
    }
