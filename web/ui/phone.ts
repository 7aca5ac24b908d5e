/** The media query of phone layouts. Style sheets repeat its width. */
export const phoneMedia = '(max-width: 768px)'
