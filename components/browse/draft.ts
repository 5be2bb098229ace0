// A record being edited: the version at the start, and the edited text.
import { minify, pretty } from '#lib/fhir/json-text.ts'
import { PatchProblem } from '#lib/fhir/patch/patch-problem.ts'
import { isObject, parsedJson } from '#lib/json.ts'
import { type Edits, withEdits } from './form-edits.ts'

/** The edits of one record that are not saved yet. */
export interface Draft {
  /** The server's current state, as far as known here. */
  readonly base: Base
  readonly mode: 'form' | 'json'
  /** The text as it is in the editor, or was when the form was opened. */
  readonly source: string
  /** Edits in the form since then. */
  readonly edits: Edits
}

/** A version on the server. */
export interface Base {
  readonly version: number
  /** As the server sent it; for a deleted record, its last content. */
  readonly text: string
  readonly isDeleted: boolean
}

export interface Drafted {
  readonly text: string
  /** Why the edits in the form could not be made. */
  readonly fault: string | undefined
}

const NO_EDITS: Edits = new Map()

/** A draft without edits of that version. */
export const newDraft = (base: Base, mode: Draft['mode']): Draft => draftOf(base, base.text, mode)

/** A draft with a text of its own, laid out for people. */
export const draftOf = (base: Base, text: string, mode: Draft['mode']): Draft => ({
  base,
  mode,
  source: pretty(minify(text)),
  edits: NO_EDITS,
})

/** The text of a draft, laid out as it was. */
export function drafted({ source, edits }: Draft): Drafted {
  if (edits.size === 0) return { text: source, fault: undefined }
  try {
    const text = withEdits(source, edits)
    return { text: text === minify(source) ? source : pretty(text), fault: undefined }
  } catch (error) {
    if (!(error instanceof PatchProblem)) throw error
    return { text: source, fault: error.message }
  }
}

/** The same text in the other view. */
export const inMode = (draft: Draft, mode: Draft['mode']): Draft => ({
  ...draft,
  mode,
  source: drafted(draft).text,
  edits: NO_EDITS,
})

/** True for JSON of a resource of that type, which a form can show. */
export function fitsForm(text: string, type: string): boolean {
  const value = parsedJson(text)
  return isObject(value) && value['resourceType'] === type
}

/** True when there are unsaved edits. */
export const isChanged = (draft: Draft): boolean =>
  draft.edits.size > 0 || minify(draft.source) !== minify(draft.base.text)
