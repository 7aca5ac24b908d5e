/** The paths in mailed links, with the token as `?token=`. */
export const mailLinks = {
  confirm_email: '/confirm_email',
  reset_password: '/reset_password',
} as const

/** The purpose of a mailed link. */
export type MailPurpose = keyof typeof mailLinks
