import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '../../../contract/entities/ownUser.ts'
import { t } from '../../../contract/texts/t.ts'
import { useApi } from '../api.ts'
import { changeViewer, ownUserKey } from './initial.ts'

/** The fields of their account that members change on the settings page. Missing texts are empty. */
export interface Settings extends Preferences {
  readonly email: string
  readonly aboutMe: string
  readonly hideBots: boolean
  readonly isBot: boolean
  readonly botOwner: string
}

type Preferences = Pick<
  User,
  | 'homeFeed'
  | 'commentSort'
  | 'language'
  | 'rememberFeedSort'
  | 'embedsOff'
  | 'hideUserProfilePictures'
  | 'requireAltText'
  | 'upvoteNotificationsOff'
  | 'replyNotificationsOff'
  | 'mentionNotificationsOff'
>

export const settingsOf = (user: User): Settings => ({
  email: user.email ?? '',
  aboutMe: user.aboutMe ?? '',
  hideBots: user.hideBots === true,
  isBot: user.badges.some(({ type }) => type === 'bot'),
  botOwner: user.botOwner ?? user.botOwnerAsked ?? '',
  homeFeed: user.homeFeed,
  commentSort: user.commentSort ?? 'best',
  language: user.language ?? null,
  rememberFeedSort: user.rememberFeedSort,
  embedsOff: user.embedsOff,
  hideUserProfilePictures: user.hideUserProfilePictures,
  requireAltText: user.requireAltText,
  upvoteNotificationsOff: user.upvoteNotificationsOff,
  replyNotificationsOff: user.replyNotificationsOff,
  mentionNotificationsOff: user.mentionNotificationsOff,
})

/** Saves only what was changed: another window may have set the rest. */
export function useSaveSettings() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    // One after the other, so that the last press of a switch decides.
    scope: { id: 'settings' },
    mutationFn: (changes: Partial<Settings>) =>
      api.call('updateSettings', { query: { action: 'updateProfile' }, body: changes }),
    onSuccess: async (user) => {
      // A poll on its way may answer with an older state.
      await queryClient.cancelQueries({ queryKey: ownUserKey })
      changeViewer(queryClient, user)
      queryClient.invalidateQueries({ queryKey: ['user', user.username.toLowerCase()], refetchType: 'none' })
    },
  })
}

/** What is wrong with an email address; null if nothing is. It may be empty. */
export const emailMistake = (email: string): string | null =>
  email.trim() === '' || /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email.trim()) ? null : invalidEmailText()

export const invalidEmailText = (): string => t('Please enter a valid email')
