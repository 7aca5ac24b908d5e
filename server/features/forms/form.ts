import type { ApiClient, EndpointName, InputOf, OutputOf } from '../../../contract/endpoints/index.ts'
import type { Language } from '../../../contract/languages.ts'
import type { PlainField, PlainForm } from '../../../contract/pages.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { type FormCall, formCall } from './request.ts'

/** The fields of a form as they arrived, or the query of its page. */
export type Typed = Readonly<Record<string, string | undefined>>

export type FormView = Omit<PlainForm, 'form' | 'error' | 'acts'> & {
  readonly form?: Omit<NonNullable<PlainForm['form']>, 'action'>
}

export interface Showing {
  /** Reads; it fails as a call of the API does. */
  readonly api: ApiClient
  readonly typed: Typed
  readonly viewer: Viewer | null
  /** What readers can choose between. */
  readonly languages: readonly Language[]
}

/** A form that stands for a call of the API. */
export interface Form {
  readonly forGuests?: true
  /**
   * Reads what it is about.
   *
   * @returns makes the page in the current language.
   * @throws Refused when what it is about cannot be read.
   */
  show(showing: Showing): Promise<() => FormView>
  /** How the page looks when that cannot be read after the form was sent: what was typed is kept. */
  fields?(typed: Typed): readonly PlainField[]
  /** Why it cannot be sent, where the API would accept it and lose something. */
  mistake?(typed: Typed): string | null
  /** Missing for pages that only have buttons and links. */
  call?(typed: Typed): FormCall
  /** The path of the page that follows. */
  after?(answer: unknown, typed: Typed): string
}

/** @param pathAfter the path of the page that follows the answer of the call. */
export const calling = <Name extends EndpointName>(
  name: Name,
  inputOf: (typed: Typed) => InputOf<Name>,
  pathAfter: (answer: OutputOf<Name>, typed: Typed) => string,
): Required<Pick<Form, 'call' | 'after'>> => ({
  call: (typed) => formCall(name, inputOf(typed)),
  // Only what that call has answered comes here.
  after: (answer, typed) => pathAfter(answer as OutputOf<Name>, typed),
})

export const textOf = (typed: Typed, name: string): string => typed[name] ?? ''
/** What names the thing that the form is about, and how it is sent again. */
export const kept = (typed: Typed, ...names: string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (typed[name] ? [[name, typed[name]]] : [])))
