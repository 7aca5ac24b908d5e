import type { Client } from './forum.ts'

/** Approves a post or comment about which nobody has decided yet, which closes its reports. */
export const approve = (moderator: Client, item: { type: 'post' | 'comment'; targetId: string }) =>
  moderator.post('/api/modqueue/decisions', { action: 'approve', items: [{ ...item, version: '0' }] })
