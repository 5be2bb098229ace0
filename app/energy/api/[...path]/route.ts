// Everything below /energy/api, by the table of addresses.
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '#server/next/route.ts'
