import { redirect } from 'react-router'
import { adminPath } from '#rules/admin/admin-paths.ts'

/** The first page of the area. */
export function loader() {
  return redirect(adminPath('users'))
}
