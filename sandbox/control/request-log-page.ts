// The sandbox's start page, for developers: the last requests to the API.
import type { FastifyInstance } from 'fastify'
import { html, type Html } from '../pages/html.ts'
import { sendPage } from '../pages/layout.ts'
import type { Sandbox } from '../state/sandbox.ts'
import type { LoggedRequest } from '../state/request-log.ts'

const shownRequests = 100

export function serveRequestLog(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/', (_request, reply) =>
    sendPage(reply, {
      title: 'Payments sandbox: requests',
      body: logPage(sandbox.requestLog.list().slice(0, shownRequests)),
      publicUrl: sandbox.publicUrl,
      width: 'wide',
    }),
  )
}

function logPage(requests: LoggedRequest[]): Html {
  return html`<section class="card">
    <h1>Payments sandbox</h1>
    <p>
      A stand-in for the card provider. <a href="/dashboard">Payments</a>
      ${
        requests.length > 0
          ? `The last ${requests.length} requests, newest first:`
          : 'No requests yet.'
      }
    </p>
    ${
      requests.length > 0 &&
      html`<div class="log" role="region" aria-label="Requests" tabindex="0">
        <table>
          <thead>
            <tr>
              ${['Time', 'Status', 'Request', 'Error', 'Idempotency key', 'Request id'].map(
                (heading) => html`<th scope="col">${heading}</th>`,
              )}
            </tr>
          </thead>
          <tbody>
            ${requests.map(requestRow)}
          </tbody>
        </table>
      </div>`
    }
  </section>`
}

function requestRow(request: LoggedRequest): Html {
  const status = `${request.status}${request.isReplayed ? ' (replayed)' : ''}`
  return html`<tr>
    <td>${request.at.slice(11, 19)}</td>
    <td>${status}</td>
    <td><code>${request.method} ${request.path}</code></td>
    <td>${request.fault ?? request.errorCode}</td>
    <td>${request.idempotencyKey}</td>
    <td>${request.requestId}</td>
  </tr>`
}
