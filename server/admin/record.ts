// Makes the record of a person for an account, as a sign-up does: by the form that adds the account, or on its page.
import type { AdminUser } from '#lib/api/admin.ts'
import type { RecordForm } from '#lib/api/admin-forms.ts'
import { accountRecord } from '#lib/audit/config-changes.ts'
import { typedUserName } from '#lib/oauth/user-name.ts'
import { auditChange } from './audited.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
import { AdminFailure } from './endpoint.ts'

type Make = (request: Request, viewer: AdminViewer) => Promise<void>

/** What makes the record, unless one has the user name by then. Throws AdminFailure when the form lacks what this person's record needs. */
export async function recordMaker(deps: AdminDeps, account: AdminUser, form: RecordForm): Promise<Make> {
  const write = await writerFor(deps, account, form)
  return async (request, viewer) => {
    if (!(await write())) return
    auditChange(deps, request, viewer, accountRecord(account.username))
    deps.log.info({}, 'a record was made for an account')
  }
}

async function writerFor(deps: AdminDeps, { username, name, role }: AdminUser, form: RecordForm) {
  const { birthDate, gender } = form
  if (role === 'practitioner') return () => deps.makePractitioner({ username, name, gender })
  if (role !== 'patient' && role !== 'related_person') throw new AdminFailure('has_record')
  if (birthDate === undefined) throw new AdminFailure('bad_request', [{ name: 'birth_date' }])
  if (role === 'patient') return () => deps.makePatient({ username, name, birthDate, gender })
  const patient = (await deps.recordOf(typedUserName(form.patient ?? '')))?.reference
  if (!patient?.startsWith('Patient/')) throw new AdminFailure('bad_request', [{ name: 'record_patient' }])
  return () => deps.makeRelatedPerson({ username, name, birthDate, gender, patient })
}
