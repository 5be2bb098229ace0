// What a write asks for, whichever way it came: a request of its own, an entry of a Bundle.
import type { ParsedPatch } from '#lib/fhir/patch/patch.ts'
import type { Problem } from '#lib/fhir/validation/problem.ts'
import type { Search, StoredVersion } from '../store.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** A JSON object that says which resource it is. */
export type ResourceObject = JsonObject & { readonly resourceType: string }

/** A resource as it was sent: valid R4, and not stored yet. */
export interface Draft {
  /** Minified; every lexeme is as it was sent. */
  readonly text: string
  readonly parsed: ResourceObject
  /** Rules of a profile or of the domain that it does not meet. They are told after the look-up (422). */
  readonly unfit: readonly Problem[]
}

/** A search that has to find one resource at most (FHIR R4 http.html#ccreate). */
export interface Criteria {
  /** On everything; who searches narrows it to what it may. */
  readonly search: Search
  /** As it was sent, for the audit log. */
  readonly query: string
}

/** The resource that a write is about. */
export type Key = { readonly id: string } | { readonly criteria: Criteria }

/** What a writer says of the version that is there (RFC 9110 §13.1). */
export interface Preconditions {
  /** The version that a writer has read, as the opaque part of an entity tag; undefined where none was named. */
  readonly ifMatch: string | undefined
  /** Versions that must not be there, as a list of entity tags, or `*` for any at all. */
  readonly ifNoneMatch?: string | undefined
}

interface Create {
  readonly kind: 'create'
  readonly type: string
  /** The id that it gets. */
  readonly newId: string
  readonly draft: Draft
  readonly ifNoneExist?: Criteria | undefined
}

interface Update extends Preconditions {
  readonly kind: 'update'
  readonly type: string
  readonly key: Key
  /** The id that it gets where a conditional update finds nothing. */
  readonly newId: string
  readonly draft: Draft
}

interface Patch extends Preconditions {
  readonly kind: 'patch'
  readonly type: string
  readonly key: Key
  readonly patch: ParsedPatch
  /** Puts addresses in the place of references to other entries of the same Bundle. */
  readonly links?: ((text: string) => string) | undefined
}

interface Delete extends Preconditions {
  readonly kind: 'delete'
  readonly type: string
  readonly key: Key
}

export type Change = Create | Update | Patch | Delete

/** What became of a change. */
export interface Applied {
  readonly change: Change
  /**
   * `found`: a conditional create met a resource that was there. `unchanged`: the content was there already, or a deletion was.
   * `absent`: a conditional delete found nothing.
   */
  readonly outcome: 'created' | 'updated' | 'deleted' | 'found' | 'unchanged' | 'absent'
  /** The version that is there now; undefined for `absent`. */
  readonly version: StoredVersion | undefined
  /** Things that a writer should know, for people. */
  readonly warnings: readonly string[]
}
