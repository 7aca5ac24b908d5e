import type { Endpoints } from '../../../contract/endpoints/index.ts'
import type { Application } from '../../../contract/entities/application.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { agreementOfNewMembers } from '../../core/access/agreements.ts'
import { applyingRefusal } from '../../core/access/policy.ts'
import { requireAgreement } from '../../core/accounts/agreement.ts'
import { spendProof, verifyCaptcha } from '../../core/accounts/captcha.ts'
import { hashPassword } from '../../core/accounts/password.ts'
import type { Call } from '../../core/api/route.ts'
import { insertApplication } from '../../core/applications/queries.ts'
import { applicationView } from '../../core/applications/serialize.ts'
import { languageToStore } from '../../core/settings/language.ts'
import { isUniqueViolation } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { parseText } from '../../platform/http/text.ts'
import { enforceAccountPossible, findSignupState, nameTaken, parseSignUp } from './signup.ts'

type Apply = Endpoints['apply']

/**
 * Applies for an account, which admins then approve or decline, and links the application to this session. Only admins and the
 * applicant see it, and the name is taken from now on.
 *
 * @throws Refused; call `enforceJoinable` first.
 */
export async function apply(call: Call<Apply>): Promise<Application> {
  const { db, session, settings, limiter, ip } = call
  const requested = parseSignUp(call.body)
  const { isTaken, isFirst } = await findSignupState(db, requested.username)
  // The first admin has nobody to approve them.
  if (isFirst) throw new Refused(errors.approvalNotNeeded)
  enforce(applyingRefusal(settings))
  const proof = await verifyCaptcha(call, requested.captchaToken)
  await limiter.take('signup', { ip })
  enforceAccountPossible(call, requested, { isTaken, isFirst })
  const agreement = await requireAgreement(call, agreementOfNewMembers(settings), call.body)
  const answers = parseAnswers(settings.approvalQuestions, call.body.answers ?? [])
  if (proof) await spendProof(call, proof)
  const { username, email, password } = requested
  const passwordHash = await hashPassword(password)
  const application = await insertApplication(db, {
    username,
    email,
    passwordHash,
    ip,
    answers,
    agreement,
    language: languageToStore(settings, session.language),
  }).catch((error) => {
    throw isUniqueViolation(error) ? nameTaken(username) : error
  })
  await session.openApplication(db, application.id)
  return applicationView(application)
}

/** @throws Refused with `answers-missing`. */
function parseAnswers(questions: readonly string[], given: readonly string[]): Application['answers'] {
  return questions.map((question, place) => {
    const answer = parseText(given[place] ?? '', limits.approvalAnswerMaxLength)
    if (answer === '') throw new Refused(errors.answersMissing)
    return { question, answer }
  })
}
