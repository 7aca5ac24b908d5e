import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
import { languageAttributes } from '../text/direction.ts'

/**
 * A page of one sentence in the current language, without files and styles, for answers that must be cheap.
 *
 * @param options.refresh another page that is opened after a while.
 * @param options.script an inline script, which the content security policy has to allow.
 */
export const plainPage = ({
  title,
  sentence,
  refresh,
  script,
}: {
  title: string
  sentence: string
  refresh?: { readonly seconds: number; readonly to: string }
  script?: string
}): string => `<!doctype html>
<html ${languageAttributes()}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeMarkup(title)}</title>${refresh ? `\n<meta http-equiv="refresh" content="${refresh.seconds};url=${escapeMarkup(refresh.to)}">` : ''}
</head>
<body>
<p>${escapeMarkup(sentence)}</p>${script ? `\n<script>${script}</script>` : ''}
</body>
</html>
`
