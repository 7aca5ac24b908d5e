/** Why a backup was made. */
type BackupReason = 'manual' | 'daily' | 'migration'

/** A name for a backup that begins now. Names sort by time. */
export const backupName = (
  at: Date,
  reason: BackupReason,
  { isEncrypted }: { isEncrypted: boolean },
): string =>
  `folkmoot-${at.toISOString().replace(/:|\.\d+/g, '')}-${reason}.tar.gz${isEncrypted ? '.age' : ''}`
