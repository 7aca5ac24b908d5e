import { Type } from 'typebox'
import { Comment } from '../entities/comment.ts'
import { User } from '../entities/ownUser.ts'
import { Nullable } from '../entities/schema.ts'
import { SiteSettings } from '../entities/siteSettings.ts'
import { endpoint } from './endpoint.ts'

const text = Type.Optional(Type.String())

export const adminEndpoints = {
  administrate: endpoint({
    method: 'POST',
    path: '/api/_admin',
    summary: 'Does what `action` says; what else the body holds depends on it.',
    who: 'admin',
    changesWhatGuestsSee: true,
    body: Type.Object({
      action: Type.String({ default: '' }),
      /** Of ban_user and unban_user. */
      username: text,
      /** Of add_default_forum and remove_default_forum: a community. */
      name: text,
      /** Of ban_user: what was written in the last so many days goes too; 0 and less: everything. */
      deleteContentDays: Type.Optional(Nullable(Type.Number())),
      /** Of deny_comm: the community request. */
      id: Type.Optional(Type.Number()),
      /** Of deny_comm: what its requester is told; empty: that it was declined. */
      body: text,
    }),
    /** Clients look for the one key or the other (API contract 1.2). */
    response: Type.Object({ success: Type.Boolean(), 'success:': Type.Boolean() }),
    errors: [
      'invalidAdminAction',
      'userNotFound',
      'adminNotBannable',
      'userDeleted',
      'invalidCommunityRequestId',
      'requestAlreadyDenied',
      'requestAlreadyCreated',
      'communityNotFound',
    ],
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/api/users',
    summary: 'All accounts, newest first; with `q` those whose name, e-mail or IP address fits it.',
    who: 'admin',
    query: Type.Object({ next: text, q: text }),
    response: Type.Object({ users: Type.Array(User), next: Nullable(Type.String()) }),
    errors: ['invalidCursor'],
  }),
  listAllComments: endpoint({
    method: 'GET',
    path: '/api/comments',
    summary: 'All comments, newest first, deleted ones whole; for our own pages only their beginning.',
    who: 'admin',
    query: Type.Object({ next: text, render: text }),
    response: Type.Object({ comments: Type.Array(Comment), next: Nullable(Type.String()) }),
    errors: ['invalidCursor'],
  }),
  getSiteSettings: endpoint({
    method: 'GET',
    path: '/api/site_settings',
    summary: 'What admins have decided for the whole site.',
    who: 'admin',
    response: SiteSettings,
    errors: [],
  }),
  updateSiteSettings: endpoint({
    method: 'PUT',
    path: '/api/site_settings',
    summary: 'Decides for the whole site; what is left out stays as it is.',
    who: 'admin',
    changesWhatGuestsSee: true,
    body: Type.Partial(SiteSettings),
    response: SiteSettings,
    errors: ['ownTorExit'],
  }),
}
