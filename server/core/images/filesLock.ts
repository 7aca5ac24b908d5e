/**
 * The advisory lock of the image files. Whoever deletes files holds it alone; a backup shares it with others, so that every file whose
 * row it has seen stays until it has read it.
 */
export const imageFilesLock = `hashtext('folkmoot image files')`
