import { expect, test } from 'vitest'
import { openStudio, sendDelivery } from '../../../../tests/support/commissions/delivering.ts'
import { notificationsOf } from '../../../../tests/support/notifications/notifications.ts'

test('the notice of a delivery, and its email, name what its customer can still do (CST-31)', async () => {
  await using studio = await openStudio()
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
