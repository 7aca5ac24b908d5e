/** Only windows narrower than this get the native share sheet. */
const shareSheetBelowPx = 1171

/** Whether the device's own way to share is used; on wide windows people want the address. */
export const hasShareSheet = (): boolean =>
  typeof navigator.share === 'function' && innerWidth < shareSheetBelowPx

/** Opens the device's own way to share. @throws when there is none for this; not when people change their mind. */
export async function openShareSheet(shared: { title: string; path: string }): Promise<void> {
  try {
    await navigator.share({ title: shared.title, url: new URL(shared.path, location.origin).href })
  } catch (failure) {
    if (!(failure instanceof DOMException && failure.name === 'AbortError')) throw failure
  }
}
