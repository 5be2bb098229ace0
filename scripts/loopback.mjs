// Keeps what is on this machine out of a proxy's hands: with NODE_USE_ENV_PROXY, Node asks HTTP_PROXY for localhost, too.
const LOOPBACK = ['localhost', '.localhost', '127.0.0.1', '::1', '[::1]']

const name = process.env.no_proxy === undefined ? 'NO_PROXY' : 'no_proxy' // Of the two, Node prefers the lower case.
process.env[name] = [...new Set([...(process.env[name] ?? '').split(','), ...LOOPBACK])].filter(Boolean).join(',')
