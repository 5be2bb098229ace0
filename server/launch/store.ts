// Storage ports of the demo app: launches and sessions are implemented in server/storage/sqlite/launches/, answers in
// server/storage/records/kept-answers.ts.

/** A launch that waits for the answer of the authorization server. */
export interface PendingLaunch {
  /** SHA-256 of the state sent to the authorization server. */
  readonly stateHash: string
  /** SHA-256 of the browser's launch cookie. */
  readonly browserHash: string
  /** JSON whose format only the app knows. */
  readonly data: string
  readonly expiresAt: number
}

/** A launch to be stored. */
export interface NewLaunch extends PendingLaunch {
  /** The origin of the request. Anybody can start a launch, so each network gets a share of the storage. */
  readonly network: string
}

/** Launches by the hash of their state. */
export interface PendingLaunchStore {
  /** Stores a launch until its answer; deletes launches that expired before `now`. */
  readonly create: (launch: NewLaunch, now: number) => Promise<void>
  /** Uses up the pending launch if it is unused, unexpired and bound to this browser. One statement decides. */
  readonly consume: (stateHash: string, browserHash: string, now: number) => Promise<PendingLaunch | undefined>
}

/** A launch that opened or failed. */
export interface AppSession {
  /** SHA-256 of the app's client_id and the launch's session cookie. */
  readonly idHash: string
  /** The person of the launch; empty when none was proven. Only each person's newest sessions are stored. */
  readonly person: string
  /** JSON whose format only the app knows. */
  readonly data: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** The session at the authorization server, if its id_token names one. */
  readonly sid?: string | undefined
}

/** Sessions of the app by the hash of their cookie. */
export interface AppSessionStore {
  /** Stores a session; deletes sessions that expired before `now`. */
  readonly create: (session: AppSession, now: number) => Promise<void>
  /** The data of a live session. */
  readonly find: (idHash: string, now: number) => Promise<string | undefined>
  readonly end: (idHash: string) => Promise<void>
  /** Ends every session of that session at the authorization server, in whichever browser. */
  readonly endAll: (sid: string) => Promise<void>
}

/** Whose answers, to which task of which app. People and tasks are references. */
export interface AnswersKey {
  /** client_id of the app. */
  readonly app: string
  readonly task: string
  /** Who answers. */
  readonly person: string
}

/** What a person answered for a task. */
export interface KeptAnswers extends AnswersKey {
  /** Whom the answers are about. */
  readonly patient: string
  /** For each question the place of the answer among those to choose from; shorter while there are questions left. */
  readonly answers: readonly number[]
  /** When the task was completed, in epoch milliseconds; undefined for a draft. */
  readonly doneAt: number | undefined
}

/** A draft to be stored; times in epoch milliseconds. */
export type AnswersDraft = Omit<KeptAnswers, 'doneAt'> & { readonly expiresAt: number }

/**
 * The answers that an app keeps: a Koppeltaal Task has no place for them (its profile omits `output`). Expired ones are
 * never given.
 */
export interface AnswerStore {
  /** Stores a draft. Answers of a completed task stay as they are: one statement decides. Removes those that expired. */
  readonly keep: (draft: AnswersDraft, now: number) => Promise<void>
  /** The task of the draft is completed. */
  readonly finish: (key: AnswersKey, now: number) => Promise<void>
  /** Removes a draft; answers of a completed task stay. */
  readonly forget: (key: AnswersKey) => Promise<void>
  readonly find: (key: AnswersKey, now: number) => Promise<KeptAnswers | undefined>
  /** The newest answers of completed tasks about a patient, the newest first. */
  readonly about: (app: string, patient: string, now: number) => Promise<readonly KeptAnswers[]>
  /** Removes all that is kept about these patients, drafts too. */
  readonly removeAbout: (patients: readonly string[]) => Promise<void>
}
