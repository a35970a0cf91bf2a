// Accounts: registration, log-in, settings.

import { accountJobs } from '#server/accounts/login/account-jobs.ts'
import { accountRoutes } from '#server/accounts/login/account-routes.ts'
import { settingsRoutes } from '#server/accounts/settings/settings-routes.ts'

export const accountsFeature = {
  routes: [accountRoutes, settingsRoutes],
  jobs: [accountJobs],
}
