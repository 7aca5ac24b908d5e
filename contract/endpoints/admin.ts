import { Type } from 'typebox'
import { defaultSiteBanKind } from '../bans.ts'
import { Checklist } from '../entities/checklist.ts'
import { Comment } from '../entities/comment.ts'
import { User } from '../entities/ownUser.ts'
import { flag, listOf, memberName, Nullable, text } from '../entities/schema.ts'
import { EditedReportReason, Setting, SettingChange, settingValue } from '../entities/setting.ts'
import { SiteSettings } from '../entities/siteSettings.ts'
import {
  denialNoteMaxLength,
  moderationReasonMaxLength,
  reportReasonDescriptionMaxLength,
  reportReasonsMax,
  reportReasonTitleMaxLength,
  settingChangesMax,
} from '../limitValues.ts'
import { settingGroups } from '../settingTypes.ts'
import { adminActions, checklistItems } from '../words.ts'
import { banKindsText } from './bans.ts'
import { endpoint } from './endpoint.ts'
import { choice, cutAt, days, next, nextPage, optional, render, requiredChoice } from './parameters.ts'

export const adminEndpoints = {
  administrate: endpoint({
    method: 'POST',
    path: '/api/_admin',
    summary: 'Does what `action` says; the other fields depend on it.',
    who: 'admin',
    changesWhatGuestsSee: true,
    body: Type.Object({
      action: requiredChoice(adminActions, { description: 'What to do.', refusal: 'invalidAdminAction' }),
      username: Type.Optional(
        memberName(
          'For `ban_user`, `unban_user` and `restore_removed`, which takes back what bans removed in the last 30 days: the name of the user.',
        ),
      ),
      kind: Type.Optional(
        Nullable(
          text(
            `For \`ban_user\`: what the ban forbids: ${banKindsText}. By default \`${defaultSiteBanKind}\`: the account is suspended, so nobody can log in.`,
          ),
        ),
      ),
      expires: Type.Optional(
        Nullable(
          text(
            'For `ban_user`: when the ban ends: RFC 3339, in the future. If it is null, it lasts until it is lifted, as a new ban does by default; in a change, the end stays by default.',
          ),
        ),
      ),
      reason: Type.Optional(
        Nullable(
          text(
            `For \`ban_user\`: why, for the user and the moderation log. In a change, the reason stays by default. ${cutAt(moderationReasonMaxLength)}`,
          ),
        ),
      ),
      name: Type.Optional(
        text('For `add_default_forum` and `remove_default_forum`: the name of the community.'),
      ),
      deleteContentDays: Type.Optional(
        Nullable(
          Type.Number({
            description:
              'For `ban_user`: deletes what the user wrote in the last this many days; 0 or less deletes everything. By default nothing is deleted.',
          }),
        ),
      ),
      isBot: Type.Optional(
        flag(
          'For `ban_user`: whether it is a bot or spam account. The vouching of members who vouched for it then does not count for 90 days.',
        ),
      ),
      id: Type.Optional(
        Type.Number({ description: 'For `deny_comm`: the number of the community request.' }),
      ),
      body: Type.Optional(
        text(
          `For \`deny_comm\`: the answer to the member; if it is empty, the member is notified that the request was declined. ${cutAt(denialNoteMaxLength)}`,
        ),
      ),
    }),
    /** Both keys, because different clients use one or the other; no generator of clients can name the second. */
    response: Type.Object({
      success: flag('Always true: a failure is an error.'),
      'success:': Type.Boolean({ isUndocumented: true }),
    }),
    errors: [
      'invalidAdminAction',
      'userNotFound',
      'adminNotBannable',
      'userDeleted',
      'invalidBanKind',
      'invalidExpiry',
      'invalidCommunityRequestId',
      'requestAlreadyDenied',
      'requestAlreadyCreated',
      'communityNotFound',
    ],
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/api/users',
    summary: 'Lists all accounts, the newest first, or those that match `q`.',
    who: 'admin',
    query: optional({ next, q: text('A part of a name or of an email address, or an IP address.') }),
    response: Type.Object({ users: listOf(User, 'The users of this page.'), next: nextPage }),
    errors: ['invalidCursor'],
  }),
  listAllComments: endpoint({
    method: 'GET',
    path: '/api/comments',
    summary: 'Lists all comments, the newest first, including deleted ones.',
    who: 'admin',
    query: optional({ next, render }),
    response: Type.Object({ comments: listOf(Comment, 'The comments of this page.'), next: nextPage }),
    errors: ['invalidCursor'],
  }),
  getSiteSettings: endpoint({
    method: 'GET',
    path: '/api/site_settings',
    summary: 'Returns the settings of the whole site.',
    who: 'admin',
    response: SiteSettings,
    errors: [],
  }),
  updateSiteSettings: endpoint({
    method: 'PUT',
    path: '/api/site_settings',
    summary:
      'Changes the settings of the whole site; missing keys stay as they are. Another `signupsDisabled` needs a password that was given recently.',
    who: 'admin',
    changesWhatGuestsSee: true,
    body: Type.Partial(SiteSettings),
    response: SiteSettings,
    errors: ['passwordNeeded', 'ownTorExit', 'settingLocked'],
  }),
  listSettings: endpoint({
    method: 'GET',
    path: '/api/_admin/settings',
    summary: 'Lists everything about the site that admins can change, in the order of the forms.',
    who: 'admin',
    query: optional({ group: choice(settingGroups, { description: 'Only the settings of this group.' }) }),
    response: Type.Object({ settings: listOf(Setting, 'The settings.') }),
    errors: [],
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/_admin/settings',
    summary:
      'Changes settings of the site, all of them or none. Every process of the server knows them within a second. Settings of the group `access` need a password that was given recently.',
    who: 'admin',
    changesWhatGuestsSee: true,
    body: Type.Object({
      changes: Type.Array(
        Type.Object({
          name: text('The name of the setting.'),
          value: settingValue('The value; null puts the setting back to its default.', { orNull: true }),
        }),
        { description: 'What is to be changed.', maxItems: settingChangesMax, refusal: 'invalidSetting' },
      ),
    }),
    response: Type.Object({ settings: listOf(Setting, 'The named settings after the change.') }),
    errors: ['passwordNeeded', 'unknownSetting', 'settingLocked', 'invalidSetting'],
  }),
  listReportReasons: endpoint({
    method: 'GET',
    path: '/api/_admin/report_reasons',
    summary: 'Lists the reasons for reports in their order, including hidden ones.',
    who: 'admin',
    response: Type.Object({ reasons: listOf(EditedReportReason, 'Every reason.') }),
    errors: [],
  }),
  changeReportReasons: endpoint({
    method: 'PUT',
    path: '/api/_admin/report_reasons',
    summary: 'Replaces the reasons for reports. Missing ones are deleted, or hidden if a report uses them.',
    who: 'admin',
    changesWhatGuestsSee: true,
    body: Type.Object({
      reasons: Type.Array(
        Type.Object({
          id: Type.Optional(Type.Integer({ description: 'The number of the reason; none for a new one.' })),
          title: text(`The reason in a few words, ${reportReasonTitleMaxLength} characters at most.`),
          description: Type.Optional(
            Nullable(
              text(`An explanation, ${reportReasonDescriptionMaxLength} characters at most; null for none.`),
            ),
          ),
          isHidden: Type.Optional(flag('Whether it is not offered; by default it is.')),
        }),
        {
          description: `The reasons in their order, ${reportReasonsMax} at most, of which at least one is offered.`,
        },
      ),
    }),
    response: Type.Object({ reasons: listOf(EditedReportReason, 'All reasons after the change.') }),
    errors: ['invalidSetting'],
  }),
  listSettingChanges: endpoint({
    method: 'GET',
    path: '/api/_admin/setting_changes',
    summary: 'Lists the changes to settings of the site, the latest first.',
    who: 'admin',
    query: optional({
      name: text('Only changes of the setting of this name.'),
      by: text('Only changes by the user of this name.'),
      ...days,
      next,
    }),
    response: Type.Object({
      changes: listOf(SettingChange, 'The changes of this page.'),
      next: nextPage,
    }),
    errors: ['invalidCursor', 'invalidDay', 'userNotFound'],
  }),
  getChecklist: endpoint({
    method: 'GET',
    path: '/api/_admin/checklist',
    summary: 'Returns which items of the checklist of a new site are done.',
    who: 'admin',
    response: Checklist,
    errors: [],
  }),
  tickChecklist: endpoint({
    method: 'POST',
    path: '/api/_admin/checklist',
    summary:
      'Ticks an item of the checklist of a new site, or removes the list with `dismissed`; for all admins.',
    who: 'admin',
    body: Type.Object({
      item: requiredChoice(checklistItems, {
        description: '`setup`: the set-up was finished; `rules`: the guidelines were read.',
        refusal: 'invalidChecklistItem',
      }),
    }),
    response: Checklist,
    errors: ['invalidChecklistItem'],
  }),
}
