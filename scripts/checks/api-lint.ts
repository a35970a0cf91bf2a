// Lints the OpenAPI document with Redocly's recommended rules; it is generated from the contracts without a server.

import { createConfig, lintFromString } from '@redocly/openapi-core'
import { allEndpoints } from '../../src/server/http/all-endpoints.ts'
import { apiDocument } from '../../src/server/http/api-document.ts'

const document = apiDocument(allEndpoints, { sessionCookie: 'the-session-cookie' })
const problems = await lintFromString({
  source: JSON.stringify(document),
  absoluteRef: 'api.json',
  config: await createConfig({
    extends: ['recommended'],
    rules: {
      // The specification's own paths, such as /tracks/rate/{trackId} beside /tracks/{id}/license-info: an id is a UUID.
      'no-ambiguous-paths': 'off',
      // The address of a licence document only redirects.
      'operation-2xx-response': 'off',
    },
  }),
})
for (const { severity, ruleId, message, location } of problems) {
  console.error(
    `${severity} ${ruleId}: ${message} ${location.map(({ pointer }) => pointer).join()}`,
  )
}
console.log(`${allEndpoints.length} operations, ${problems.length} problems`)
if (allEndpoints.length === 0 || problems.length > 0) process.exitCode = 1
