// The JSON of /browse/api: who looks at the records, whether they may, and what there is.

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

/** GET /browse/api/types: what the FHIR API says it serves, in its order. */
export interface BrowseTypes {
  readonly items: readonly BrowseType[]
}

export type BrowseType =
  | {
      readonly type: string
      readonly access: 'open'
      /** How many records there are. */
      readonly total: number
      /** When one of them last changed, as an instant. */
      readonly changed?: string
    }
  /** Only auditors read it, or it could not be read. */
  | { readonly type: string; readonly access: 'auditors' | 'unreadable' }
