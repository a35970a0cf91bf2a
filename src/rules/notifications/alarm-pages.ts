// Where an admin finds what an alarm of payments is about.

/** A list of the admin's area, with what the link to it says. */
export const alarmPages = {
  tasks: 'See the tasks',
  reconciliation: 'See the differences',
  money: 'See the money',
  debts: 'See the debts',
  orders: 'See the orders',
} as const

export type AlarmPage = keyof typeof alarmPages

// The keys of the table.
export const alarmPageNames = Object.keys(alarmPages) as AlarmPage[]
