// Accounts: registration, log-in, settings, a user's own data.

import { accountJobs } from '#server/accounts/login/account-jobs.ts'
import { accountRoutes } from '#server/accounts/login/account-routes.ts'
import { settingsRoutes } from '#server/accounts/settings/settings-routes.ts'
import { ownDataRoutes } from '#server/own-data/own-data-routes.ts'

export const accountsFeature = {
  routes: [accountRoutes, settingsRoutes, ownDataRoutes],
  jobs: [accountJobs],
}
