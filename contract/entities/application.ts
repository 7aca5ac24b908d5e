import { type Static, Type } from 'typebox'
import { int, listOf, Nullable, oneOf, text, time } from './schema.ts'

export const applicationStates = ['waiting', 'approved', 'declined'] as const

const ApprovalAnswer = Type.Object({
  question: text('The question, as it was when the answer was given.'),
  answer: text('The answer.'),
})

const QuestionBack = Type.Object({
  question: text('What an admin asked.'),
  askedAt: time('When.'),
  answer: Nullable(text('The answer; null until there is one.')),
  answeredAt: Nullable(time('When it was answered; null until then.')),
})

/** An application as the applicant sees it. */
export const Application = Type.Object({
  username: text('The name that the account is to have.'),
  email: Nullable(text('The email address; null if none was given.')),
  state: oneOf(applicationStates, 'Its state.'),
  answers: listOf(ApprovalAnswer, 'The answers to the questions of the site.'),
  questions: listOf(QuestionBack, 'Questions of admins to the applicant, the oldest first.'),
  createdAt: time('When it was made.'),
  decidedAt: Nullable(time('When it was decided; null while it waits.')),
  decisionText: Nullable(text('The message of the admins to a declined applicant; null if there is none.')),
})
export type Application = Static<typeof Application>

/** An application as admins see it. */
export const ReceivedApplication = Type.Object({
  ...Application.properties,
  id: int('The number of the application.'),
  createdIP: Nullable(text('The IP address from which it was made.')),
  decidedBy: Nullable(text('The name of the admin who decided it; null while it waits.')),
})
export type ReceivedApplication = Static<typeof ReceivedApplication>
