import { expect, test } from 'vitest'
import { studioIn, sendDelivery } from '../../../../tests/support/commissions/delivering.ts'
import { notificationsOf } from '../../../../tests/support/notifications/notifications.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

test('the notice of a delivery, and its email, name what its customer can still do (CST-31)', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  for (const [used, answer] of [
    [1, 'approve it or ask for changes.'],
    [2, 'approve it or open a dispute.'],
  ] as const) {
    const { id: commissionId } = await store('in_progress', { revision_count: used })
    await sendDelivery(app, tom, { commissionId })
    await app.work()
    const told = (await notificationsOf(app, mia)).notifications[0]
    expect(told?.addition).toContain(answer)
    expect(app.emails.findLast(({ to }) => to === mia.email)?.text).toContain(answer)
  }
})
