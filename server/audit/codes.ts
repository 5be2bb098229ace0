// The codes of the audit log: from DICOM, from the Koppeltaal service within DICOM's system, and from FHIR.
import type { AuditEventName, AuditedThing } from '#lib/audit/audit.ts'

/** A part of a resource. */
export type Element = Readonly<Record<string, unknown>>

const DCM = 'http://dicom.nema.org/resources/ontology/DCM'
/** The code system for the exact name of each event; DICOM has no code for some. */
export const AUDIT_EVENT_SYSTEM = 'https://slipway.example/fhir/CodeSystem/audit-event'
const TYPES = 'http://terminology.hl7.org/CodeSystem/audit-event-type'
const RESTFUL = 'http://hl7.org/fhir/restful-interaction'
const ROLE = 'http://terminology.hl7.org/CodeSystem/object-role'
export const RESOURCE_TYPE = 'http://hl7.org/fhir/resource-types'

const dcm = (code: string, display: string): Element => ({ system: DCM, code, display })

const AUTHENTICATION = dcm('110114', 'User Authentication')
const SECURITY_ALERT = dcm('110113', 'Security Alert')

interface Code {
  readonly type: Element
  /** The display text of the exact name. */
  readonly display: string
  readonly subtype?: Element
}

export const CODES: Readonly<Record<AuditEventName, Code>> = {
  login: { type: AUTHENTICATION, display: 'Login', subtype: dcm('110122', 'Login') },
  logout: { type: AUTHENTICATION, display: 'Logout', subtype: dcm('110123', 'Logout') },
  launch: { type: AUTHENTICATION, display: 'Launch', subtype: dcm('110144', 'Authentication Delegated to IdP') },
  decision: { type: AUTHENTICATION, display: 'Decision', subtype: dcm('110145', 'IdP Authentication Decision') },
  token: { type: AUTHENTICATION, display: 'Token' },
  introspection: { type: AUTHENTICATION, display: 'Introspection' },
  'code-misuse': { type: SECURITY_ALERT, display: 'Code misuse' },
  change: { type: SECURITY_ALERT, display: 'Change' },
  view: { type: dcm('110112', 'Query'), display: 'View' },
  read: { type: { system: TYPES, code: 'rest', display: 'RESTful Operation' }, display: 'Read' },
  transmit: {
    type: {
      system: 'http://terminology.hl7.org/CodeSystem/iso-21089-lifecycle',
      code: 'transmit',
      display: 'Transmit Record Lifecycle Event',
    },
    display: 'Transmit',
  },
  write: { type: { system: TYPES, code: 'rest', display: 'RESTful Operation' }, display: 'Write' },
  recording: { type: SECURITY_ALERT, display: 'Audit recording', subtype: dcm('110133', 'Audit Recording Stopped') },
  restoration: { type: SECURITY_ALERT, display: 'Restoration' },
}

/** The code for the introspection of a launch token (Koppeltaal). */
export const LAUNCH_INTROSPECTION = dcm('110143', 'Token Introspection (HTI launch)')

/** DICOM's codes for the object of a change or view, where there is one. */
export const THINGS: Readonly<Record<AuditedThing['kind'], Element | undefined>> = {
  app: dcm('110135', 'Object Security Attributes Changed'),
  role: dcm('110136', 'Security Roles Changed'),
  account: dcm('110137', 'User Security Attributes Changed'),
  key: dcm('110129', 'Security Configuration'),
  token: dcm('110137', 'User Security Attributes Changed'),
  import: dcm('110107', 'Import'),
  'audit log': dcm('110101', 'Audit Log Used'),
  backup: dcm('110106', 'Export'),
  resource: undefined,
  trace: undefined,
}

/** http://hl7.org/fhir/R4/valueset-audit-event-outcome.html */
export const OUTCOMES = { success: '0', refused: '4', failed: '8' } as const

/** The first status of a refused request and of a failed one (RFC 9110 §15.5, §15.6). */
export const CLIENT_ERROR = 400
const SERVER_ERROR = 500

/** The outcome of a request answered with this HTTP status. */
export const outcomeOf = (status: number): keyof typeof OUTCOMES =>
  status < CLIENT_ERROR ? 'success' : status < SERVER_ERROR ? 'refused' : 'failed'

export const SOURCE_ROLE = dcm('110153', 'Source Role ID')
export const DESTINATION_ROLE = dcm('110152', 'Destination Role ID')
export const APPLICATION_LAUNCHER = dcm('110151', 'Application Launcher')
export const HUMAN_USER: Element = {
  system: 'http://terminology.hl7.org/CodeSystem/extra-security-role-type',
  code: 'humanuser',
  display: 'human user',
}
export const SECURITY_SERVER: Element = {
  system: 'http://terminology.hl7.org/CodeSystem/security-source-type',
  code: '6',
  display: 'Security Server',
}

export const APPLICATION_SERVER: Element = {
  system: 'http://terminology.hl7.org/CodeSystem/security-source-type',
  code: '4',
  display: 'Application Server',
}

/** An interaction from FHIR's own list. */
export const restful = (code: string): Element => ({ system: RESTFUL, code, display: code })

export const QUERY: Element = { system: ROLE, code: '24', display: 'Query' }
/** The recipient of a notification. */
export const SUBSCRIBER: Element = { system: ROLE, code: '9', display: 'Subscriber' }
export const JOB: Element = { system: ROLE, code: '20', display: 'Job' }

/** Roles of a person in an event (Koppeltaal): patient, user, practitioner. */
export const PERSON_ROLES: ReadonlyMap<string, Element> = new Map([
  ['Patient', { system: ROLE, code: '1', display: 'Patient' }],
  ['RelatedPerson', { system: ROLE, code: '6', display: 'User' }],
  ['Practitioner', { system: ROLE, code: '15', display: 'Practitioner' }],
])

export const SECURITY_RESOURCE: Element = { system: ROLE, code: '13', display: 'Security Resource' }
