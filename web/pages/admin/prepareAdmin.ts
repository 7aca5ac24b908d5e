import { ApiFailure } from '../../data/failure.ts'
import type { PageContext } from '../../router/route.ts'
import { findScreen } from './screens.ts'

/** Loads a screen of the dashboard. @throws ApiFailure 403 for members who are not admins, 404 for unknown screens. */
export async function prepareAdmin(context: PageContext): Promise<undefined> {
  const { user } = await context.initial
  if (!user?.isAdmin) throw new ApiFailure({ status: 403, message: 'Forbidden!' })
  const screen = findScreen(context.params.screen)
  if (!screen) throw new ApiFailure({ status: 404, message: 'Not found' })
  await screen.prepare(context)
}
