// Everything below /api but the sign-in, and what lies among pages (proxy.ts leads it here), by the table of addresses.
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '#server/next/route.ts'
