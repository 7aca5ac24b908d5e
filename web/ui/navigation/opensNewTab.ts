/** Whether a click on a link asks the browser for another tab, a window or a download: none of ours to handle. */
export const opensNewTab = (event: {
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}): boolean => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
