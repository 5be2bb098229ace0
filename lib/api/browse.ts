// The JSON of /browse/api: the reader's session and access, and the resource types with their counts.

/** GET /browse/api/session */
export type BrowseSession =
  | { readonly access: 'signed_out' }
  /** Signed in, without the right to read all records. */
  | { readonly access: 'refused' }
  | {
      readonly access: 'open'
      readonly name: string
      readonly role: string
      /** The FHIR base that the records are read from. */
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
      /** The number of records. */
      readonly total: number
      /** The most recent change of any of them, as an instant. */
      readonly changed?: string
    }
  /** Only auditors read it, or it could not be read. */
  | { readonly type: string; readonly access: 'auditors' | 'unreadable' }

/** GET /browse/api/writers?record=Type/id: who made the versions of a record, as far as the audit log tells. */
export interface BrowseWriters {
  readonly items: readonly BrowseWriter[]
}

export interface BrowseWriter {
  readonly version: number
  /** The application, as `Device/id`. */
  readonly device: string
  /** Its name, where it is registered and there is no such Device. */
  readonly name?: string
  /** The chain of requests that it belongs to; its page is /traces/id. */
  readonly trace?: string
}
