import list from './commonPasswords.txt?raw'

/**
 * The ten thousand most common passwords of eight characters or more, in lower case: what is tried first on every account.
 * From the package @zxcvbn-ts/language-common 3.0.4 (MIT license, (c) Dan Wheeler, Dropbox and contributors), which took
 * them from leaked passwords. A copy, because the package has five times as much, and such lists hardly change.
 */
const commonPasswords = new Set(list.trim().split('\n'))

/** Whether this is one of the most common passwords, ignoring case. */
export const isCommonPassword = (password: string): boolean => commonPasswords.has(password.toLowerCase())
