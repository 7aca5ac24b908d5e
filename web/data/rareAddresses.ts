import type { EndpointName, Endpoints } from '../../contract/endpoints/index.ts'
import type { addresses } from './addresses.ts'

type Rare = Exclude<EndpointName, keyof typeof addresses>

/** Where the browser finds what is seldom called; comes with the first such call, so that no first page carries it. */
export const rareAddresses = {
  createCommunity: 'POST /api/communities',
  listModerators: 'GET /api/communities/:communityId/mods',
  listRules: 'GET /api/communities/:communityId/rules',
  deleteUser: 'DELETE /api/users/:username',
  addBadge: 'POST /api/users/:username/badges',
  removeBadge: 'DELETE /api/users/:username/badges/:badgeId',
  updateSettings: 'POST /api/_settings',
  recordEvent: 'POST /api/analytics',
  subscribeToPush: 'POST /api/push_subscriptions',
  listSessions: 'GET /api/_sessions',
  endSessions: 'DELETE /api/_sessions',
  requestExport: 'POST /api/_export',
  getExport: 'GET /api/_export',
  confirmEmail: 'POST /api/_email_confirmation',
  requestPasswordReset: 'POST /api/_password_reset',
  resetPassword: 'PUT /api/_password_reset',
  listMutes: 'GET /api/mutes',
  unmuteAll: 'DELETE /api/mutes',
  unmute: 'DELETE /api/mutes/:muteId',
  getNotification: 'GET /api/notifications/:notificationId',
  createList: 'POST /api/users/:username/lists',
  updateList: 'PUT /api/users/:username/lists/:listName',
  deleteList: 'DELETE /api/users/:username/lists/:listName',
  addItem: 'POST /api/users/:username/lists/:listName/items',
  removeItems: 'DELETE /api/users/:username/lists/:listName/items',
  getListById: 'GET /api/lists/:listId',
  updateListById: 'PUT /api/lists/:listId',
  deleteListById: 'DELETE /api/lists/:listId',
  listItemsById: 'GET /api/lists/:listId/items',
  removeItem: 'DELETE /api/lists/:listId/items/:itemId',
  previewMarkdown: 'POST /api/_preview',
  updateCommunity: 'PUT /api/communities/:communityId',
  administrate: 'POST /api/_admin',
  getSiteSettings: 'GET /api/site_settings',
  updateSiteSettings: 'PUT /api/site_settings',
} as const satisfies { [N in Rare]: `${Endpoints[N]['method']} ${Endpoints[N]['path']}` }
