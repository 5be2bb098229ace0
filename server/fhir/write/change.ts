// A requested write, whether it is a single request or a Bundle entry.
import type { Steps } from '#lib/async/steps.ts'
import type { ParsedPatch } from '#lib/fhir/patch/patch.ts'
import type { Problem } from '#lib/fhir/validation/problem.ts'
import type { PreparedResource, Search, StoredVersion } from '../store.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** A JSON object that names its resource type. */
export type ResourceObject = JsonObject & { readonly resourceType: string }

/** A resource from a request: valid R4, not stored yet. */
export interface Draft {
  /** Minified; every lexeme is unchanged. */
  readonly text: string
  readonly parsed: ResourceObject
  /** Rules of a profile or of the domain that the resource violates. They are reported after the look-up (422). */
  readonly unfit: readonly Problem[]
  /** The new resource that it becomes, if that was made ahead (new-resource.ts). */
  readonly asNew?: Draft
  /** This text as storage takes it, if it was prepared ahead. */
  readonly prepared?: PreparedResource
}

/** A search that must match at most one resource (FHIR R4 http.html#ccreate). */
export interface Criteria {
  /** The search over all resources; it is narrowed to what the caller may search. */
  readonly search: Search
  /** The query as it was sent, for the audit log. */
  readonly query: string
}

/** The resource that a write is about. */
export type Key = { readonly id: string } | { readonly criteria: Criteria }

/** Preconditions of a writer on the current version (RFC 9110 §13.1). */
export interface Preconditions {
  /** The version that a writer has read, as the opaque part of an entity tag; undefined if the request names none. */
  readonly ifMatch: string | undefined
  /** Versions that must not be current, as a list of entity tags, or `*` for any version. */
  readonly ifNoneMatch?: string | undefined
}

interface Create {
  readonly kind: 'create'
  readonly type: string
  readonly newId: string
  readonly draft: Draft
  readonly ifNoneExist?: Criteria | undefined
}

interface Update extends Preconditions {
  readonly kind: 'update'
  readonly type: string
  readonly key: Key
  /** The id of the new resource if a conditional update has no match. */
  readonly newId: string
  readonly draft: Draft
}

interface Patch extends Preconditions {
  readonly kind: 'patch'
  readonly type: string
  readonly key: Key
  readonly patch: ParsedPatch
  /** Replaces references to other entries of the same Bundle with addresses. */
  readonly links?: ((text: string) => Steps<string>) | undefined
}

interface Delete extends Preconditions {
  readonly kind: 'delete'
  readonly type: string
  readonly key: Key
}

export type Change = Create | Update | Patch | Delete

export function criteriaOf(change: Change): Criteria | undefined {
  if (change.kind === 'create') return change.ifNoneExist
  return 'criteria' in change.key ? change.key.criteria : undefined
}

/** The result of a change. */
export interface Applied {
  readonly change: Change
  /**
   * `found`: a conditional create matched an existing resource. `unchanged`: the content, or the deletion, was already
   * there. `absent`: a conditional delete had no match.
   */
  readonly outcome: 'created' | 'updated' | 'deleted' | 'found' | 'unchanged' | 'absent'
  /** The current version after the change; undefined for `absent`. */
  readonly version: StoredVersion | undefined
  /** The `status` that an update or a patch replaced. */
  readonly statusBefore?: unknown
  /** Warnings for the writer, for people to read. */
  readonly warnings: readonly string[]
}
