import type { Task } from '#contracts/admin/tasks.ts'

export function ageText(days: number): string {
  if (days === 0) return 'Less than a day'
  return days === 1 ? '1 day' : `${days} days`
}

export function ownerText(owner: Task['owner']): string {
  if (owner === null) return 'Nobody yet'
  return owner.isYou ? 'You' : (owner.name ?? 'A deleted account')
}
