// A webhook endpoint for tests: verifies every event with the official package and records it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import type { Contract } from '../contract/contract.ts'

export interface ReceivedEvent {
  id: string
  type: string
  livemode: boolean
  isThin: boolean
}

export interface WebhookReceiver {
  url: string
  secrets: { snapshot: string; thin: string }
  /** In the order of arrival; only those that were accepted. */
  received: ReceivedEvent[]
  types: () => string[]
  /** Sets the status of the next responses; an event is recorded only with a 2xx. */
  respondWith: (status: number) => void
  /** The number of calls, whether the event was recorded or not. */
  calls: () => number
  close: () => Promise<void>
}

const verifier = new Stripe('sk_test_verifier')

/** @param problems collects wrong signatures and events that break the contract */
export async function openWebhookReceiver(
  contract: Contract,
  problems: string[],
): Promise<WebhookReceiver> {
  const secrets = { snapshot: 'whsec_test_snapshot', thin: 'whsec_test_thin' }
  const received: ReceivedEvent[] = []
  let status = 200
  let calls = 0
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    calls += 1
    const body = await text(request)
    const signature = String(request.headers['stripe-signature'])
    try {
      const event =
        request.url === '/thin'
          ? readThin(body, signature, secrets.thin)
          : readSnapshot(body, signature, secrets.snapshot, contract, problems)
      if (status < 300) received.push(event)
    } catch (error) {
      problems.push(String(error))
    }
    response.writeHead(status).end()
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    secrets,
    received,
    types: () => received.map(({ type }) => type),
    respondWith: (next) => void (status = next),
    calls: () => calls,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function readSnapshot(
  body: string,
  signature: string,
  secret: string,
  contract: Contract,
  problems: string[],
): ReceivedEvent {
  const { id, type, livemode } = verifier.webhooks.constructEvent(body, signature, secret)
  const event: { type: string } = JSON.parse(body)
  problems.push(...contract.eventProblems(event).map((problem) => `${type}: ${problem}`))
  return { id, type, livemode, isThin: false }
}

function readThin(body: string, signature: string, secret: string): ReceivedEvent {
  const { id, type, livemode } = verifier.parseEventNotification(body, signature, secret)
  return { id, type, livemode, isThin: true }
}
