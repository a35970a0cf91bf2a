import type { Commission } from '#contracts/commissions/commission.ts'
import type { NotificationKind } from '#rules/notifications/notification-kinds.ts'
import type { NotificationDetails } from '#rules/notifications/notification-texts.ts'
import type { Told } from '#web/admin/reason-dialog.tsx'

/** Both parties are told the same. @param details beside the name */
export function toldParties(
  { name, customer, artist }: Pick<Commission, 'name' | 'customer' | 'artist'>,
  kind: NotificationKind,
  details?: NotificationDetails,
): Told {
  return {
    label: `What ${customer.name} and ${artist.name} are told`,
    notices: [customer, artist].map((party) => ({
      to: party.name,
      kind,
      details: { ...details, titles: [name] },
    })),
  }
}
