import { describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { confirmationRefusal, mailDomainRefusal } from './policy.ts'

const none = { refusedMailDomains: [], allowedMailDomains: [] }

describe('an email address', () => {
  it.each([
    ['any, where no domain is named', 'me@mail.example', none, null],
    ['none, where none is needed', null, none, null],
    [
      'one of a refused domain',
      'me@throwaway.example',
      { refusedMailDomains: ['throwaway.example'] },
      errors.mailDomainRefused,
    ],
    [
      'in other letters',
      'me@THROWAWAY.example.',
      { refusedMailDomains: ['Throwaway.Example'] },
      errors.mailDomainRefused,
    ],
    [
      'one below it',
      'me@a.throwaway.example',
      { refusedMailDomains: ['throwaway.example'] },
      errors.mailDomainRefused,
    ],
    [
      'one that only ends like it',
      'me@notthrowaway.example',
      { refusedMailDomains: ['throwaway.example'] },
      null,
    ],
    [
      'one with letters of its own',
      'me@xn--bcher-kva.example',
      { refusedMailDomains: ['bücher.example'] },
      errors.mailDomainRefused,
    ],
    [
      'what is after the last at sign',
      '"a@good.example"@bad.example',
      { refusedMailDomains: ['bad.example'] },
      errors.mailDomainRefused,
    ],
    [
      'a domain that cannot exist, which a mail server could read as a refused one',
      'me@throwaway.example>',
      { refusedMailDomains: ['throwaway.example'] },
      errors.mailDomainRefused,
    ],
    [
      'a domain that cannot exist, which has a sign that separates addresses',
      'me@throwaway.example,',
      { refusedMailDomains: ['throwaway.example'] },
      errors.mailDomainRefused,
    ],
    ['a domain that cannot exist, where none is named', 'me@throwaway.example>', none, null],
    ['one of an allowed domain', 'me@school.example', { allowedMailDomains: ['school.example'] }, null],
    [
      'one of another domain',
      'me@mail.example',
      { allowedMailDomains: ['school.example'] },
      errors.mailDomainRefused,
    ],
    ['none, where one is needed', null, { allowedMailDomains: ['school.example'] }, errors.emailNeeded],
    [
      'one that is allowed and refused',
      'me@x.school.example',
      { allowedMailDomains: ['school.example'], refusedMailDomains: ['x.school.example'] },
      errors.mailDomainRefused,
    ],
  ])('%s', (_case, email, settings, refusal) => {
    expect(mailDomainRefusal(email, { ...none, ...settings })).toEqual(refusal)
  })
})

describe('writing', () => {
  const member = { isAdmin: false, hasConfirmedEmail: false }
  const wanted = { confirmedEmailToPost: true }
  const mail = { smtpUrl: 'smtp://mail.example' }

  it.each([
    ['needs a confirmed address', member, wanted, mail, errors.emailNotConfirmed],
    ['is allowed with one', { ...member, hasConfirmedEmail: true }, wanted, mail, null],
    ['is allowed to admins', { ...member, isAdmin: true }, wanted, mail, null],
    ['is allowed where the site does not ask for one', member, { confirmedEmailToPost: false }, mail, null],
    ['is allowed where no address can be confirmed', member, wanted, { smtpUrl: '' }, null],
  ])('%s', (_case, who, settings, config, refusal) => {
    expect(confirmationRefusal(who, settings, config)).toEqual(refusal)
  })
})
