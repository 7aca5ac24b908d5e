/**
 * The advisory lock of the image files. Deleting files holds it exclusively; backups hold it shared, so that files exist until the
 * backup has read them.
 */
export const imageFilesLock = `hashtext('folkmoot image files')`
