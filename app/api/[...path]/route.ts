// Everything below /api but the sign-in, and what lies among pages (next.config.js leads it here), by the table of addresses.
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '#server/next/route.ts'
