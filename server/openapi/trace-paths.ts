// The traces: the requests of each launch, check by check, for administrators and for the developers of an app.
import type { Parameter, Schema } from '#lib/api/openapi.ts'
import { TRACE_OUTCOMES } from '#lib/api/trace-words.ts'
import { rerunForm, shareForm, unshareForm } from '#lib/api/traces-form.ts'
import {
  EITHER,
  events,
  inHeader,
  inPath,
  json,
  jsonBody,
  OPEN,
  op,
  pathsOf,
  query,
  ref,
  refused,
  SESSION,
  TOKEN,
  text,
} from './parts.ts'

const whole: Schema = { type: 'integer', minimum: 0 }

const FILTERS: readonly Parameter[] = [
  query('app', 'client_id of the app.'),
  query('user', 'The user of the launch, such as Patient/7.'),
  query('outcome', 'How the launch stands.', { schema: { type: 'string', enum: TRACE_OUTCOMES } }),
  query('check', 'The check that stopped it.'),
  query(
    'text',
    'Part of what the list shows: an id, a client_id, a user, a task, a check, a name that the reader may see, or the whole error code of a refusal.',
  ),
]

const AFTER = query('after', 'change of an earlier answer: what has changed since.', { schema: whole })

const PAGES: readonly Parameter[] = [
  query('limit', 'At most 200; without it 25.', { schema: whole }),
  query('before', 'next of the page before.'),
  AFTER,
]

const LAST_EVENT = inHeader(
  'Last-Event-ID',
  'id of the event that was read last: the stream goes on after it. A browser sends it by itself.',
)

const EVENTS = `Server-Sent Events. The data of an event \`traces\` is JSON: \`items\` are traces that changed and fit the filters,
as in the list; \`gone\` the ids of those that changed and do not, or no longer. An event \`reload\` means that more has changed
than it tells: read the list. Every 15 seconds a comment shows that the stream is alive; it ends with the session of its reader.`

const DOWNLOAD = query(
  'download',
  'As a file: JSON, a page without script that can be mailed, or a HAR 1.2 archive for the developer tools of a browser. No file has names of people.',
  {
    schema: { type: 'string', enum: ['json', 'html', 'har'] },
  },
)

const TRACE = inPath('id', 'The trace.', text, 'o-8F3kq1pYt0LwzXbR5mDa7g')

const SHOWN = 'Administrators see all of them, developers those of their apps, and in the demo everybody their own.'

export const TRACE_PATHS = pathsOf('Traces', SESSION, {
  'GET /traces/api': op('traces', 'The traces, newest first', {
    description: SHOWN,
    security: [...SESSION, ...TOKEN],
    parameters: [...FILTERS, ...PAGES],
    200: json('A page of them.', 'TraceList'),
    400: refused('A parameter is not valid.'),
    403: refused('There are none for who asks, or the token may not read them.'),
  }),
  'GET /traces/api/session': op('traceSession', 'Whether one may read the list of traces', {
    security: OPEN,
    200: json('Open for administrators and for the developers of an app.', 'TraceSession'),
    401: refused('The token is unknown, has expired or was revoked.'),
    403: refused('The token may not read traces.'),
  }),
  'GET /traces/api/known': op('traceKnown', 'The apps and people of the traces', {
    description: `What the list can be filtered by: those of the traces that began last. ${SHOWN}`,
    security: [...SESSION, ...TOKEN],
    200: json('Each by its id, with the name that the reader may know.', 'TraceKnown'),
    403: refused('There are none for who asks, or the token may not read them.'),
  }),
  'GET /traces/api/stream': op('traceStream', 'What changes in the list, while it happens', {
    description: `${EVENTS}\n\n${SHOWN}`,
    security: [...SESSION, ...TOKEN],
    parameters: [...FILTERS, AFTER, LAST_EVENT],
    200: events('The events.'),
    400: refused('A parameter is not valid.'),
    403: refused('There are none for who asks, or the token may not read them.'),
    429: refused('Who asks has too many of these streams open.'),
  }),
  'GET /traces/api/{id}': op('trace', 'A trace, each request with all its checks', {
    description: `${SHOWN} The rules are in the language of Accept-Language, English or Dutch.`,
    security: [...EITHER, ...TOKEN],
    parameters: [
      inPath('id', 'trace_id of an error, or X-Trace-Id of an answer.', text, 'o-8F3kq1pYt0LwzXbR5mDa7g'),
      DOWNLOAD,
    ],
    200: {
      description: 'The trace.',
      content: {
        'application/json': { schema: ref('TraceDetail') },
        'text/html': { schema: text },
        'application/har+json': { schema: { type: 'object' } },
      },
    },
    403: refused('The token may not read traces.'),
    404: refused('There is no such trace for who asks.'),
  }),
  'POST /traces/api/{id}/again': op('traceAgain', 'Run a step of a demo launch again', {
    security: EITHER,
    description:
      'As the portal, the app or the person of the demo would send it, with fresh tokens; what came of it is kept as always. In the demo only, for its own portal and app, by who may see the trace.',
    parameters: [TRACE],
    requestBody: jsonBody(rerunForm, { step: 2 }),
    201: json('What came of it.', 'TraceAgain'),
    400: refused('step is not the place of a step.'),
    404: refused('There is no such trace for who asks.'),
    409: refused('This step cannot be run again by who asks.'),
    429: refused('Steps were run again too often.'),
  }),
  'GET /traces/api/{id}/shares': op('traceShares', 'The links by which a trace is shared', {
    description: 'Those that are in force. The address of a link is shown once, when it is made.',
    parameters: [TRACE],
    200: json('Newest first.', 'TraceShareList'),
    403: refused('Nobody is signed in, or acts as somebody.'),
    404: refused('There is no such trace in your list.'),
  }),
  'POST /traces/api/{id}/shares': op('traceShare', 'Share a trace by a link that needs no login', {
    description:
      'The page behind it, below /shared, names nobody. It ends after some days, with the trace, or when it is withdrawn.',
    parameters: [TRACE],
    requestBody: jsonBody(shareForm, { days: 3 }),
    201: json('The link. It is shown only once.', 'TraceShared'),
    400: refused('days is not from 1 to 7.'),
    403: refused('The request does not come from a page of this site, or from nobody.'),
    404: refused('There is no such trace in your list.'),
    409: refused('The trace has as many links as it may have.'),
  }),
  'POST /traces/api/{id}/unshare': op('traceUnshare', 'Withdraw a link to a trace', {
    parameters: [TRACE],
    requestBody: jsonBody(unshareForm, { share: '0f3a2b1c-7d4e-4f5a-9b6c-1d2e3f4a5b6c' }),
    200: json('The links that are left.', 'TraceShareList'),
    400: refused('share is not the id of a link.'),
    403: refused('The request does not come from a page of this site, or from nobody.'),
    404: refused('There is no such trace, or no such link of yours.'),
  }),
})
