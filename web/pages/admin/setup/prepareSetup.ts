import { settingsQuery } from '../../../data/admin/settings.ts'
import { ApiFailure } from '../../../data/failure.ts'
import type { PageContext } from '../../../router/route.ts'
import { setupGroups } from './steps.ts'

/** Loads the settings of the set-up. @throws ApiFailure 403 for members who are not admins. */
export async function prepareSetup({ initial, load }: PageContext<never>): Promise<undefined> {
  const { user } = await initial
  if (!user?.isAdmin) throw new ApiFailure({ status: 403, message: 'Forbidden!' })
  await Promise.all(setupGroups.map((group) => load(settingsQuery(group))))
}
