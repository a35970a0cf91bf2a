import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { createCommissionArtist } from '../../../tests/support/commissions/stored-commission.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'
import { createUser } from '../../../tests/support/test-app.ts'

const sharedApp = sharedTestApp()

test('an admin finds a request by words of its name and of both parties, without their accents', async () => {
  const app = await sharedApp()
  const mark = randomUUID().slice(0, 8)
  const [lea, tom, admin] = [
    await createUser(app, { name: `Léa ${mark}` }),
    await createCommissionArtist(app),
    await createAdmin(app),
  ]
  const asked = await app.call('POST /api/commission/request', {
    as: lea,
    send: {
      artist: tom.id,
      name: `Don’t Fade ${mark}`,
      requirements: 'In D, slowly.',
      guideTrackUrl: 'https://example.com/song',
    },
  })
  const { id } = asked.json<Commission>()
  const found = async (query: string) => {
    const page = await app.call(
      `GET /api/proxy/admin/commissions?query=${encodeURIComponent(query)}`,
      { as: admin },
    )
    return page.json<{ commissions: { id: string }[] }>().commissions.map((one) => one.id)
  }
  for (const query of [`dont ${mark}`, `lea ${mark}`, `FADE ${tom.username}`])
    expect([query, await found(query)]).toEqual([query, [id]])
  expect(await found(`${mark} eden`)).toEqual([])
})
