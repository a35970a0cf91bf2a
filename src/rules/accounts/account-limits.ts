// How long links in emails work, and how often they are sent.

/** How long the links of emails work after they were sent. */
export const linkHours = { verify_email: 7 * 24, change_email: 24, reset_password: 1 } as const

/** The cool-down of "Send it again". */
export const secondsBetweenEmails = 60
/** To one account, of each kind. */
export const maxEmailsADay = 10

/** New addresses of one account that are looked up, also those that somebody else has. */
export const maxWantedEmailsAMinute = 5

export const maxExportsAnHour = 3

/** An artist may save each month of several years. */
export const maxSalesFilesAnHour = 60
