// Assembles the demo app's receiver of notifications. Outside of a demo, its addresses answer 404.

import { nothingHere } from '#lib/http/not-found.ts'
import { DEMO_APP, demoHook } from '../demo/resources.ts'
import { createReceiver, type Receiver } from '../receiver/receiver.ts'
import { oauthEndpoints } from './endpoints.ts'
import type { Dependencies } from './ports.ts'
import { viewerOf } from './subscriptions.ts'

export function wireReceiver({ config, fetch, clock, log, ...people }: Dependencies): Receiver {
  if (!config.demo) return { notified: nothingHere, handle: nothingHere }
  const viewer = viewerOf(people)
  return createReceiver({
    endpoint: demoHook(config.publicUrl),
    publicUrl: config.publicUrl,
    issuer: config.authUrl,
    jwksUri: oauthEndpoints(config.authUrl).jwks,
    fetch,
    mayLook: async (request) => {
      const person = await viewer(request)
      return person && (person.all || person.apps.includes(DEMO_APP.clientId))
    },
    clock,
    log,
  })
}
