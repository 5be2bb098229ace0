// Next.js: the pages, and the machine routes wherever Next is the server (architecture: one handler, two mounts).
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_SERVER } from 'next/constants.js'

/** The Node-API of the oldest Node that runs Slipway. */
const NODE_API = 10

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  // /fhir/ and /launch/ belong to their peers: Next's own 308 would drop the form of a launch.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: [
    'better-sqlite3',
    'pg',
    '@prisma/adapter-pg',
    '@prisma/client',
    '@prisma/driver-adapter-utils',
    '@node-rs/argon2',
    'pino',
    'pino-pretty',
  ],
  typescript: { ignoreBuildErrors: true }, // The tests check all types; a first start need not wait for them again.
  images: { unoptimized: true },
  devIndicators: false,
  turbopack: { root: import.meta.dirname }, // Whatever lock files lie in the folders above.
  experimental: {
    preloadEntriesOnStart: false, // A page is loaded when it is first opened, and not all of them beside the first.
    // With it, a change of a file that pages have in common with the server brings old code back (Next 16.4).
    turbopackServerFastRefresh: false,
    proxyClientMaxBodySize: '256kb', // Next reads so much of a form before proxy.ts sees it: more than any may have.
    optimizePackageImports: ['@mantine/core', '@mantine/hooks'],
    turbopackSourceMaps: process.env.NODE_ENV === 'development', // Nothing reads those of a build, and they are twice as large as it.
  },
  // Browsers ask for it wherever a page has not named its icon yet.
  // A page need not ask again for the font that it is painted with.
  headers: async () => [
    { source: '/inter.woff2', headers: [{ key: 'cache-control', value: 'public, max-age=31536000, immutable' }] },
  ],
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
}

/** Every command of Next begins here, also where it is called by itself: what it needs and a fresh clone lacks is made now. */
export default async (phase) => {
  // A server listens already: it cannot be started again on another Node, as scripts/node.mjs does with other commands.
  const isServer = [PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_SERVER].includes(phase)
  if (isServer && Number(process.versions.napi) < NODE_API) {
    process.stderr.write(
      `The database needs Node 22.14 or newer, and this is ${process.versions.node}. Install Node 24; or call npm run dev or npm start, which bring their own.\n`,
    )
    process.exit(1)
  }
  if (phase !== PHASE_PRODUCTION_SERVER) (await import('./scripts/generate.mjs')).generate()
  return config
}
