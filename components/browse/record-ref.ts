// The record that a part of its page is about.

/** A record by type and id, with its URL. */
export interface RecordRef {
  readonly type: string
  readonly id: string
  /** Its address at the FHIR base. */
  readonly url: string
}
