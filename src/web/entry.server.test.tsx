import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { requestLogContext } from './api/contexts.ts'
import { handleError } from './entry.server.tsx'
import { ErrorBoundary } from './root.tsx'
import { RequestIdContext } from './layout/page-request.ts'

test('an error of the page is logged; a client error, an overload or an aborted request is not', () => {
  const logged: unknown[] = []
  const context = new RouterContextProvider()
  context.set(requestLogContext, { requestId: 'r-1', logError: (error) => logged.push(error) })
  const report = (error: unknown, signal?: AbortSignal) => {
    const request = new Request('http://shop.test/', signal ? { signal } : {})
    handleError(error, { request, params: {}, context })
  }
  const broken = new Error('broken')
  report(broken)
  report({ status: 405, statusText: 'Method Not Allowed', data: 'no action', internal: true })
  report({ status: 503, statusText: 'Service Unavailable', data: {}, internal: false })
  const failed = { status: 500, statusText: 'Internal Server Error', data: {}, internal: false }
  report(failed)
  report(new Error('gone'), AbortSignal.abort())
  expect(logged).toEqual([broken, failed])
})

test('an error page shows the request id of the log, and still shows it after hydration', async () => {
  const broken = new Error('broken')
  const params = { params: {} }
  const Page = createRoutesStub([
    { path: '/', Component: () => <ErrorBoundary {...params} error={broken} /> },
  ])
  const page = (
    <RequestIdContext value="r-1">
      <Page />
    </RequestIdContext>
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(page)
  expect(container.textContent).toContain('Please mention the request r-1.')

  const problems: unknown[] = []
  render(<Page />, {
    container,
    hydrate: true,
    onRecoverableError: (error) => problems.push(error),
  })
  await screen.findByText('r-1')
  expect(problems).toEqual([])
})
