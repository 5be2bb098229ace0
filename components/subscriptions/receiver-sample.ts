// A whole receiver for Node, with the addresses of this domain filled in.
import type { DemoReceiver } from '#lib/api/receiver.ts'

export const receiverSample = ({ issuer, jwksUri }: Pick<DemoReceiver, 'issuer' | 'jwksUri'>): string =>
  `// npm install jose && node receiver.mjs
import { createServer } from 'node:http'
import { createRemoteJWKSet, jwtVerify } from 'jose'

// The endpoint of your Subscription, letter by letter.
const ENDPOINT = process.env.ENDPOINT ?? 'http://localhost:8080/notified'
const keys = createRemoteJWKSet(new URL('${jwksUri}'))

createServer(async ({ headers }, response) => {
  try {
    const { payload } = await jwtVerify(headers['x-slipway-signature'] ?? '', keys, {
      typ: 'slipway-notification+jwt',
      algorithms: ['RS256'],
      issuer: '${issuer}',
      audience: ENDPOINT,
      requiredClaims: ['sub', 'jti', 'event', 'n', 'exp'],
    })
    response.writeHead(204).end() // At once; the work comes after it: search for what changed.
    console.log(\`\${payload.sub}: event \${payload.n}\`)
  } catch {
    response.writeHead(401).end()
  }
}).listen(new URL(ENDPOINT).port || 8080)
`
