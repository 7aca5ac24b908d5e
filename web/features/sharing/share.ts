/** Only windows narrower than this get the native share sheet. */
const shareSheetBelowPx = 1171

/** Whether to open the device's share sheet; in wide windows people prefer to copy the URL. */
export const hasShareSheet = (): boolean =>
  typeof navigator.share === 'function' && innerWidth < shareSheetBelowPx

/** Opens the device's share sheet. @throws when the device cannot share this; not when the user cancels. */
export async function openShareSheet(shared: { title: string; path: string }): Promise<void> {
  try {
    await navigator.share({ title: shared.title, url: new URL(shared.path, location.origin).href })
  } catch (failure) {
    if (!(failure instanceof DOMException && failure.name === 'AbortError')) throw failure
  }
}
