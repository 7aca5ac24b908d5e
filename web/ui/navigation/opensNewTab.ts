/** Whether a click asks for a new tab, a window or a download, which the router must leave to the browser. */
export const opensNewTab = (event: {
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}): boolean => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
