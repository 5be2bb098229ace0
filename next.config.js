// Next.js: the pages, and the machine routes wherever Next is the server (architecture: one handler, two mounts).

// A launch is a POST with a body, or a GET with `iss` or `launch`; /launch opened bare is a page.
const LAUNCHES = [
  { type: 'query', key: 'iss' },
  { type: 'query', key: 'launch' },
  { type: 'header', key: 'content-type' },
].map((has) => ({ source: '/launch', has: [has] }))

// Machine paths that lie among pages; a test holds them against the table of addresses. One route answers them all.
const AMONG_PAGES = [
  ...['/metadata', '/metrics', '/livez', '/readyz', '/openapi.json'],
  ...['/portal/launch', '/portal/compose/launch', '/portal/compose/open', '/portal/go-on'],
  ...['/portal/act-as', '/portal/stop-acting', '/portal/signed-out', '/portal/jwks'],
  ...['/launch/callback', '/launch/jwks', '/launch/hook', '/browse/jwks'],
].map((source) => ({ source }))
const MACHINES = '/api/machines'

// Pages get their headers from proxy.ts, machine routes from their peer; what is left are files.
const FILE_HEADERS = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
]

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  // /fhir/ and /launch/ belong to their peers: Next's own 308 would drop the form of a launch.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: [
    'better-sqlite3',
    '@prisma/client',
    '@prisma/driver-adapter-utils',
    '@node-rs/argon2',
    'pino',
    'pino-pretty',
  ],
  typescript: { ignoreBuildErrors: true }, // The tests check all types; a first start need not wait for them again.
  images: { unoptimized: true },
  devIndicators: false,
  experimental: {
    optimizePackageImports: ['@mantine/core', '@mantine/hooks'],
    turbopackSourceMaps: process.env.NODE_ENV === 'development', // Nothing reads those of a build, and they are twice as large as it.
  },
  headers: async () =>
    ['/_next/static/:path*', '/plain.css', '/icon.svg'].map((source) => ({ source, headers: FILE_HEADERS })),
  rewrites: async () => ({
    beforeFiles: [...AMONG_PAGES, ...LAUNCHES].map((from) => ({ ...from, destination: MACHINES })),
    afterFiles: [],
    // Browsers ask for it wherever a page has not named its icon yet.
    fallback: [{ source: '/favicon.ico', destination: '/icon.svg' }],
  }),
}

export default config
