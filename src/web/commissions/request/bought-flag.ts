import { hasBoughtCommissionKey } from '#web/accounts/session-store.ts'
import { deviceStorage } from '#web/api/device-storage.ts'

/** As the server has said at the last log-in (LST-05). */
export function hasBoughtCommission(): boolean {
  return deviceStorage().getItem(hasBoughtCommissionKey) === 'true'
}
