// Once for all journeys, so that no two of them build the web at the same time.

import { ensureWebIsBuilt } from '../../scripts/build-web.ts'

export default async function buildWeb(): Promise<void> {
  await ensureWebIsBuilt((line) => console.log(line))
}
