/** The pages that the links in our mails lead to, with the token as `?token=`. */
export const mailLinks = {
  confirm_email: '/confirm_email',
  reset_password: '/reset_password',
} as const

/** What the link of a mail is for. */
export type MailPurpose = keyof typeof mailLinks
