import { redirect } from 'react-router'
import { adminPath } from '#rules/page-paths.ts'

/** The first room. */
export function loader() {
  return redirect(adminPath('users'))
}
