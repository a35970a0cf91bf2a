import { createApiUser, type ApiUser } from '../api-user.ts'
import { buyTrack } from '../money/buy-track.ts'

/** A customer who has bought a track, and whom `admin` has suspended since. */
export async function createSuspendedBuyer(
  app: { url: string },
  { admin, trackId, reason }: { admin: ApiUser; trackId: string; reason: string },
): Promise<ApiUser> {
  const customer = await createApiUser(app, 'customer', 'Sam Suspended')
  await buyTrack(customer, trackId)
  const { id } = await customer.request<{ id: string }>('GET /api/proxy/auth/get-id-and-role')
  await admin.request('POST /api/proxy/admin/ban-user', { artistId: id, reason })
  return customer
}
