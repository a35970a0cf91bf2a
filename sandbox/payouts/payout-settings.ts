// What the platform, or a connected account, has set about its balance: when it is paid to the bank, and what stays.
import { hasGap } from '../platform/platform-gaps.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { platform } from '../storage/object-store.ts'
import { weekdays, type PayoutSchedule, type PayoutSettings } from '../storage/stored-kinds.ts'

const usualDelayDays = 2
const daySeconds = 24 * 60 * 60

export function readPayoutSettings(sandbox: Sandbox, owner: string): PayoutSettings {
  return sandbox.store.find('payout.settings', settingsId(owner)) ?? usualSettings(sandbox, owner)
}

export function writePayoutSettings(sandbox: Sandbox, settings: PayoutSettings): void {
  const { clock, store } = sandbox
  if (store.find('payout.settings', settings.id)) store.update('payout.settings', settings)
  else store.insert('payout.settings', settings, { created: clock.now() })
}

function usualSettings(sandbox: Sandbox, owner: string): PayoutSettings {
  return {
    id: settingsId(owner),
    schedule: { interval: usualInterval(sandbox, owner) },
    minimumPence: 0,
    statementDescriptor: null,
    debitsNegativeBalance: true,
    delayDays: null,
  }
}

/** The operator has changed the usual schedule, `daily`, on the dashboard, also for new accounts, unless that is a gap. */
function usualInterval(sandbox: Sandbox, owner: string): 'daily' | 'manual' {
  const gap = owner === platform ? 'manual_payouts' : 'account_payouts'
  return hasGap(sandbox, gap) ? 'daily' : 'manual'
}

/** After a change of the gaps: they, not an earlier call, say what the schedule is. */
export function resetPlatformSchedule(sandbox: Sandbox): void {
  const settings = readPayoutSettings(sandbox, platform)
  const schedule = { interval: usualInterval(sandbox, platform) }
  writePayoutSettings(sandbox, { ...settings, schedule })
}

export function settlementDelayDays(settings: PayoutSettings): number {
  return settings.delayDays ?? usualDelayDays
}

/** @param midnight Unix seconds, UTC. Assumption: banks work at weekends, too. */
export function paysOutAt(schedule: PayoutSchedule, midnight: number): boolean {
  const date = new Date(midnight * 1000)
  if (schedule.interval === 'weekly') {
    return schedule.days.some((day) => weekdays.indexOf(day) + 1 === date.getUTCDay())
  }
  if (schedule.interval !== 'monthly') return schedule.interval === 'daily'
  const isLastOfMonth = new Date((midnight + daySeconds) * 1000).getUTCDate() === 1
  const day = date.getUTCDate()
  return schedule.days.some((paid) => paid === day || (isLastOfMonth && paid > day))
}

function settingsId(owner: string): string {
  return `payout_settings_of_${owner}`
}
