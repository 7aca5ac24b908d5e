import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
import { languageAttributes } from '../text/direction.ts'

/** A page of one sentence in the current language, without files, scripts or styles, for answers that must be cheap. */
export const plainPage = ({
  title,
  sentence,
}: {
  title: string
  sentence: string
}): string => `<!doctype html>
<html ${languageAttributes()}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeMarkup(title)}</title>
</head>
<body>
<p>${escapeMarkup(sentence)}</p>
</body>
</html>
`
