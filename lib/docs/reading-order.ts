// The documentation in the order in which it is read: every page of it, on its shelf.

/** Pages of the documentation for one purpose, in the order in which they are read. */
export interface Shelf {
  readonly id: 'begin' | 'apps' | 'portals' | 'running' | 'reference' | 'explanation' | 'maintainers'
  /** Documents as folder/name; `api` and `errors` are pages that are made from the code. */
  readonly pages: readonly string[]
}

const DECISIONS = [
  '0001-one-process-five-strangers',
  '0002-one-handler-two-mounts',
  '0003-resources-are-text',
  '0004-keys',
  '0005-what-is-on-the-disk',
  '0006-plain-pages',
  '0007-prisma-without-engines',
  '0008-deviations',
  '0009-audit',
  '0010-import',
  '0011-traces',
  '0012-request-path',
  '0013-what-a-token-costs',
  '0014-sessions-and-logins',
  '0015-node',
  '0016-storage',
  '0017-writes',
  '0018-tokens-of-administrators',
  '0019-search-parameters',
  '0020-search-bounds',
  '0021-checks-and-profiles',
  '0022-one-session',
  '0023-pieces-of-the-pages',
  '0024-the-app-keeps-answers',
  '0025-postgres',
  '0026-what-is-said-with-a-task',
]

/** All shelves, in the order of the navigation. */
export const SHELVES: readonly Shelf[] = [
  { id: 'begin', pages: ['tutorial/first-hour', 'tutorial/tour', 'explanation/koppeltaal'] },
  {
    id: 'apps',
    pages: [
      'how-to/connect-your-app',
      'how-to/complete-a-task',
      'how-to/get-notified',
      'how-to/test-in-ci',
      'how-to/stock-smart-apps',
    ],
  },
  { id: 'portals', pages: ['how-to/connect-your-portal', 'how-to/compose-a-launch'] },
  {
    id: 'running',
    pages: [
      'how-to/docker',
      'how-to/operate',
      'how-to/several-machines',
      'how-to/upgrade',
      'how-to/back-up',
      'how-to/accounts',
      'how-to/identity-provider',
      'how-to/keycloak',
    ],
  },
  {
    id: 'reference',
    pages: [
      ...[
        'api',
        'errors',
        'reference/writes',
        'reference/validation',
        'reference/command-line',
        'reference/settings',
        'reference/limits',
        'reference/audit',
      ],
      ...['reference/conformance-suites', 'reference/benchmarks', 'reference/licences'],
    ],
  },
  {
    id: 'explanation',
    pages: ['architecture', 'traces', 'notifications', 'paging', 'import', 'audit-log'].map(
      (name) => `explanation/${name}`,
    ),
  },
  {
    id: 'maintainers',
    pages: [
      ...['crashes', 'request-path', 'token-cost', 'write-cost', 'postgres-search'].map(
        (name) => `explanation/${name}`,
      ),
      ...DECISIONS.map((name) => `decisions/${name}`),
    ],
  },
]
