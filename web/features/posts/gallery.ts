// With the first styles, because the server renders galleries.
import '../../ui/media/Gallery.module.css'
import { onDemand } from '../../ui/onDemand.tsx'

/** Few posts have several pictures. The server and the first page have it before they render. */
export const Gallery = onDemand(() => import('../../ui/media/Gallery.tsx'))
