import type { Client } from './forum.ts'

/** Changes settings of the site as an admin does. @param values by the names of the settings. */
export async function changeSettings(admin: Client, values: Record<string, unknown>): Promise<void> {
  const changes = Object.entries(values).map(([name, value]) => ({ name, value }))
  const answer = await admin.put('/api/_admin/settings', { changes })
  if (answer.statusCode !== 200) throw new Error(`settings: ${answer.body}`)
}
