// The groups of the operations that /openapi.json describes; each is a page of the reference.

/** The groups in the order of the reference, each with a sentence. */
export const API_TAGS = [
  { name: 'Discovery', description: 'Where everything is, for everybody.' },
  { name: 'Authorization server', description: 'SMART App Launch 2.2 with HTI 2.0 launch tokens.' },
  { name: 'FHIR API', description: 'FHIR R4, read and written with a bearer token.' },
  { name: 'Identity provider', description: 'The embedded OpenID provider; another one can take its place.' },
  { name: 'Demo app', description: 'An example of an app that is launched.' },
  { name: 'Portal', description: 'People, their tasks, the launch of an app, and launches for tests.' },
  { name: 'Browse', description: 'All records, for practitioners and administrators.' },
  {
    name: 'Developers',
    description: 'Apps of your own, sample apps, and what the server would say of a token.',
  },
  { name: 'Traces', description: 'What happened in each launch, check by check.' },
  { name: 'Subscriptions', description: 'What becomes of the notifications of each Subscription.' },
  { name: 'Console', description: 'Apps, roles, accounts and keys, for administrators.' },
  { name: 'Operation', description: 'Whether the service runs, whether it is ready, and its metrics.' },
] as const

/** A tag as the last part of an address. */
export const slugOfTag = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-')
