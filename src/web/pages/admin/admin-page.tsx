import { redirect } from 'react-router'
import { adminPath } from '#rules/admin/admin-paths.ts'

/** The first room. */
export function loader() {
  return redirect(adminPath('users'))
}
