import { expect, test } from 'vitest'
import { tell, verifyEmails } from '../../../tests/support/notifications/notifications.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createUser, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

async function sendSale(app: TestApp, { id: to }: TestUser, key: string) {
  await tell(app, { kind: 'sale', titles: ['Ash'], pence: 300, to, key })
  await app.work()
  return app.emails.at(-1)
}

const post = (app: TestApp, url: string, type: string, payload: string) =>
  app.http.inject({
    method: 'POST',
    url,
    headers: { host: 'undersong.test', 'content-type': type },
    payload,
  })

test('a mail program unsubscribes by one POST without a login, whichever form it sends; that kind is not emailed any more, the others are', async () => {
  const app = await emptyApp()
  const mia = await createUser(app)
  await verifyEmails(app)
  for (const [type, body] of [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ] as const) {
    await app.db.deleteFrom('notification_choices').execute()
    const email = await sendSale(app, mia, type)
    const { pathname, search } = new URL(email?.unsubscribeUrl ?? '')
    const opened = await app.call(`GET ${pathname}${search}`)
    expect([opened.statusCode, opened.headers.location]).toEqual([302, `/unsubscribe${search}`])
    const sent = app.emails.length
    expect(await sendSale(app, mia, `${type} again`)).toMatchObject({ to: mia.email })
    expect(app.emails).toHaveLength(sent + 1)

    const done = await post(app, pathname + search, type, body)
    expect([done.statusCode, done.json()]).toEqual([200, { label: 'Sales of your tracks' }])
    await sendSale(app, mia, `${type} after`)
    expect(app.emails).toHaveLength(sent + 1)
    await tell(app, { kind: 'transfer', pence: 1, to: mia.id, key: `${type} transfer` })
    await app.work()
    expect(app.emails).toHaveLength(sent + 2)
  }
})

test('a link that was changed stops nothing; one of a deleted account neither', async () => {
  const app = await emptyApp()
  const [mia, tom] = [await createUser(app), await createUser(app)]
  await verifyEmails(app)
  const email = await sendSale(app, mia, 'sale')
  const { pathname, searchParams } = new URL(email?.unsubscribeUrl ?? '')
  const token = searchParams.get('token') ?? ''
  const changed = [
    token.replace(mia.id, tom.id),
    token.replace('.sale.', '.transfer.'),
    token.replace('.sale.', '.banned.'),
    `${token}x`,
    `${token}.x`,
    token.slice(0, -1),
    '',
  ]
  for (const wrong of changed) {
    const query = new URLSearchParams({ token: wrong })
    const refused = await post(
      app,
      `${pathname}?${query}`,
      'application/x-www-form-urlencoded',
      'List-Unsubscribe=One-Click',
    )
    expect([wrong, refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
      wrong,
      404,
      'not_found',
    ])
    const found = await app.call(`GET /api/notifications/subscription?${query}`)
    expect([wrong, found.statusCode]).toEqual([wrong, 404])
  }
  const foreign = await app.http.inject({
    method: 'POST',
    url: `${pathname}?token=${token}`,
    headers: { host: 'undersong.test', origin: 'https://evil.test' },
  })
  expect(foreign.json()).toMatchObject({ code: 'foreign_origin' })
  expect(await app.db.selectFrom('notification_choices').selectAll().execute()).toEqual([])

  await app.db.deleteFrom('users').where('id', '=', mia.id).execute()
  const gone = await app.call('POST /api/notifications/unsubscribe', { send: { token } })
  expect([gone.statusCode, await app.db.selectFrom('notification_choices').execute()]).toEqual([
    200,
    [],
  ])
})
