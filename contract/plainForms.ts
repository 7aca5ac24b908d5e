/*
 * Forms for browsers without scripts: see server/features/forms. Two of them are in every page of a member, outside the application;
 * buttons and fields belong to one by the attribute `form`.
 */

/** The path of a form, and of the page that shows it. */
export const formPath = (name: FormName | 'act'): `/-/${string}` => `/-/${name}`

/** The forms that have a page. */
export type FormName =
  | 'login'
  | 'signup'
  | 'agree'
  | 'comment'
  | 'edit-comment'
  | 'delete-comment'
  | 'post'
  | 'edit-post'
  | 'delete-post'
  | 'more'
  | 'account'
  | 'notice'
  | 'complaint'
  | 'language'

/** What the form `act` does: the name of the button that was pressed. */
export type ActName =
  | 'up'
  | 'down'
  | 'reply'
  | 'more'
  | 'save'
  | 'unsave'
  | 'join'
  | 'leave'
  | 'seen'
  | 'account'
  | 'logout'
