import { createApiUser, type ApiUser } from '../api-user.ts'
import { queryDatabase } from '../inside.ts'

/** With a second factor, without which an admin has no powers. The name has no apostrophe. */
export async function createApiAdmin(
  app: { url: string; dataDir: string },
  username: string,
): Promise<ApiUser> {
  const admin = await createApiUser(app, 'customer', username)
  await queryDatabase(
    app.dataDir,
    `update users set role = 'admin', two_factor_enabled = true where username = '${username}'`,
  )
  return admin
}
