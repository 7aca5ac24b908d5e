import type { AccentTheme } from './accent.ts'
import type { ApiGuide } from './apiDocument.ts'
import type { CacheFigures } from './cacheFigures.ts'
import type { ApiClient } from './endpoints/index.ts'
import type { GroupKind } from './groupKinds.ts'
import type { Language } from './languages.ts'
import type { StaticPageName } from './staticPages.ts'

/** Facts about the site on every page. */
export interface Site {
  readonly name: string
  readonly description: string
  /** Scheme and host of the public address, without a slash at the end. */
  readonly origin: string
  /** Empty when there is none. */
  readonly contactEmail: string
  /** Whether the page *Contact* says who provides the site; the contact is then that page. */
  readonly hasContactPage?: true
  /** Empty when there is none. */
  readonly sourceUrl: string
  /** Empty when there is none. */
  readonly docsUrl: string
  /** Which static pages the footer links to. */
  readonly footerPages: readonly StaticPageName[]
  /** What the members have in common; missing until an admin says so. */
  readonly groupKind?: GroupKind
  /** Whether search engines may follow the links of members; by default not. */
  readonly followsLinks?: true
  /** Missing for the original logo. */
  readonly logo?: SiteLogo
  /** What readers can choose between; missing where there is only one language. */
  readonly languages?: readonly Language[]
  /** Only for the document around a page; scripts in the browser do not get it. */
  readonly look?: SiteLook
}

/** The picture that an admin has chosen, and the icons made from it. */
export interface SiteLogo {
  /** Prefix of the URLs of its icons, with a slash at the end; different for every picture. */
  readonly path: string
  /** Size of the picture. */
  readonly width: number
  readonly height: number
}

export interface SiteLook {
  /** Missing for the original accent colour. */
  readonly accent?: {
    /** Path of a style sheet that is loaded after the others. */
    readonly stylesheet: string
    readonly themeColors: Readonly<Record<AccentTheme, string>>
  }
  readonly announcement?: Announcement
}

export interface Announcement {
  /** Different for every text and kind. */
  readonly key: string
  readonly kind: 'note' | 'warning'
  readonly html: string
  /** In milliseconds since 1970; null if it stays until its reader closes it. */
  readonly endsAt: number | null
}

/** URLs of the files that a page needs in the browser. */
export interface PageAssets {
  /** The entry module. */
  readonly entry: string
  /** Modules that the entry imports, for preloading. */
  readonly preloads: readonly string[]
  readonly styles: readonly string[]
  /** HTML that the development server inserts at the start of the head. */
  readonly headStart?: string
}

/** What the forms of a page send besides their fields: see server/features/forms. */
export interface FormSecrets {
  /** The CSRF token of the session. */
  readonly token: string
  /** The idempotency key of the next comment. */
  readonly key: string
}

/** A field of a form for browsers without scripts. */
export interface PlainField {
  readonly name: string
  readonly label: string
  /** A `box` sends its value when it is ticked. */
  readonly kind: 'line' | 'text' | 'password' | 'url' | 'email' | 'box'
  readonly value: string
  /** A box that does not have to be ticked. */
  readonly isOptional?: true
  /** A box that is ticked at first. */
  readonly isTicked?: boolean
  /** A box that cannot be changed; it is not sent. */
  readonly isFixed?: boolean
  readonly hint?: string
  readonly maxLength?: number
  /** Suggestions. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  readonly autoComplete?: string
}

/** A page with a form for browsers without scripts. */
export interface PlainForm {
  readonly title: string
  /** Why the form was refused. Some refusals are in English on pages of all languages. */
  readonly error?: { readonly text: string; readonly isEnglish?: boolean }
  /** What the form is about: text, or safe HTML. */
  readonly about?: { readonly text: string } | { readonly html: string }
  /** Missing where there is nothing to send but `buttons`. */
  readonly form?: {
    readonly action: string
    readonly hidden: Readonly<Record<string, string>>
    readonly fields: readonly PlainField[]
    /** What people should know before they send it. */
    readonly notice?: string | null
    readonly submit: string
    readonly isDangerous?: boolean
  }
  /** Each sends its name and value to the form of acts, with what all of them send. */
  readonly buttons?: readonly { readonly name: string; readonly value: string; readonly label: string }[]
  readonly acts?: Readonly<Record<string, string>>
  readonly links: readonly { readonly href: string; readonly label: string; readonly inNewTab?: true }[]
}

/** A part of an answer: a text, or bytes in UTF-8 that are kept for many answers. */
export type Piece = string | Uint8Array
/** A whole answer: one text, or pieces in their order. */
export type Pieces = string | readonly Piece[]

/** A request for a page by one viewer. */
export interface PageRequest {
  /** The language of the texts. */
  readonly language: Language
  /** As in the URL, still encoded. */
  readonly path: string
  /** With its question mark, or empty. */
  readonly search: string
  readonly site: Site
  readonly api: ApiClient
  /** The JSON, safe in a script element, of an object that came whole from an answer of `api`; undefined for other values. */
  readonly jsonOf: (value: object) => readonly Piece[] | undefined
  /**
   * What all viewers share of an item of an answer (a post, a comment, a community): as guests see it. Always the same frozen object
   * for the same version and format; undefined for an item that is not shared. Null to keep no markup.
   */
  readonly sharedOf: ((item: object) => object | undefined) | null
  /** The files of the page with this source file ('web/pages/home/HomePage.tsx'), in a language; null for the files of every page. */
  readonly assetsFor: (sourceFile: string | null, language: Language) => PageAssets
  /** Null for guests, whose pages are the same for all of them. */
  readonly forms: FormSecrets | null
  /** Whether the caller has the page for what does not exist, which is the same for all guests at every URL. */
  readonly hasMissingPage?: boolean
}

export type PageAnswer =
  | {
      readonly status: number

      readonly html: Pieces
    }
  | { readonly status: 301 | 302; readonly location: string }
  /** Only with `hasMissingPage`. */
  | { readonly status: 404; readonly isMissing: true }

/** Renders URLs as HTML. It is the server's only interface to the pages. */
export interface Renderer {
  /**
   * The part of a query that the page at a path reads, in one spelling; with its question mark, or empty. Requests that
   * agree in it are for the same page.
   */
  knownSearch(url: Pick<PageRequest, 'path' | 'search'>): Promise<string>
  /** Whether any page has such a path. Asks for no data. */
  isPage(path: string): boolean
  /** @throws errors of the API that the page does not handle itself (it handles 404 and login required). */
  render(request: PageRequest): Promise<PageAnswer>
  /**
   * The page for a failure. `unavailable`: worth a retry in a moment; `offline`: stored by the browser for when it has no
   * connection. A page for `crashed` names the id of the request, so that people who report it can say which it was.
   */
  renderFailure(
    request: Omit<PageRequest, 'api' | 'jsonOf' | 'sharedOf' | 'forms'> & { readonly requestId?: string },
    reason: 'crashed' | 'unavailable' | 'offline',
  ): string
  /** The documentation of the API. It is static, because nothing in it depends on the viewer. */
  renderApiDocs(request: Pick<PageRequest, 'site' | 'assetsFor'>, guide: ApiGuide): Promise<string>
  /** A page with a form that is sent without scripts. */
  renderForm(request: Pick<PageRequest, 'language' | 'site' | 'assetsFor'>, form: PlainForm): Promise<string>
  /** Figures of the parts that are rendered once for many viewers. */
  markupFigures(): CacheFigures
  /**
   * Path patterns of the pages on which search engines find nothing: those for members only, the login and the search. Parts that vary
   * are written as in the table of routes (`/admin/*screen`).
   */
  unlistedPaths(): Promise<string[]>
  /** The inline scripts, for the content security policy. */
  readonly inlineScripts: readonly string[]
}
