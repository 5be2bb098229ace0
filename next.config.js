// Next.js: the pages, and the machine routes wherever Next is the server (architecture: one handler, two mounts).

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
    '@prisma/adapter-better-sqlite3',
    '@node-rs/argon2',
    'pino',
    'pino-pretty',
  ],
  typescript: { ignoreBuildErrors: true }, // The tests check all types; a first start need not wait for them again.
  images: { unoptimized: true },
  devIndicators: false,
  experimental: {
    proxyClientMaxBodySize: '256kb', // Next reads so much of a form before proxy.ts sees it: more than any may have.
    optimizePackageImports: ['@mantine/core', '@mantine/hooks'],
    turbopackSourceMaps: process.env.NODE_ENV === 'development', // Nothing reads those of a build, and they are twice as large as it.
  },
  headers: async () =>
    ['/_next/static/:path*', '/plain.css', '/icon.svg'].map((source) => ({ source, headers: FILE_HEADERS })),
  // Browsers ask for it wherever a page has not named its icon yet.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
}

export default config
