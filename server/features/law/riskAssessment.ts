import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import { sendsMail } from '../../platform/mail/send.ts'
import type { ForumFacts } from './facts.ts'
import { blank, list, plain, table } from './markdown.ts'

interface Given {
  readonly config: Config
  readonly settings: SettingValues
  readonly facts: ForumFacts
  /** The day of the document, such as `2026-03-31`. */
  readonly day: string
}

type Measure = 'images' | 'messages' | 'links' | 'children'

/** The 17 kinds of priority illegal content of Ofcom's guidance, with the measures of the program that concern them most. */
const kinds: readonly (readonly [name: string, measures: readonly Measure[]])[] = [
  ['Terrorism', ['links']],
  [
    'Child sexual exploitation and abuse: grooming, images, links to images',
    ['children', 'images', 'messages', 'links'],
  ],
  ['Hate', []],
  ['Harassment, stalking, threats and abuse', ['messages']],
  ['Controlling or coercive behaviour', ['messages']],
  ['Intimate image abuse', ['images']],
  ['Extreme pornography', ['images', 'links']],
  ['Sexual exploitation of adults', ['links']],
  ['Human trafficking', ['links']],
  ['Unlawful immigration', ['links']],
  ['Fraud and financial offences', ['links']],
  ['Proceeds of crime', ['links']],
  ['Drugs and psychoactive substances', ['links']],
  ['Firearms, knives and other weapons', ['links']],
  ['Encouraging or assisting suicide', ['children']],
  ['Foreign interference', ['links']],
  ['Animal cruelty', ['images', 'links']],
]

const joiningTexts: Record<SettingValues['joining'], string> = {
  open: 'anyone can create an account',
  approval: 'an admin approves each account',
  invitation: 'only with an invitation',
  closed: 'nobody can create an account',
}
const captchaTexts: Record<Config['captcha'], string> = {
  pow: 'proof of work',
  hcaptcha: 'hCaptcha',
  off: 'none',
}
const ageText = ({ minimumAge }: SettingValues) =>
  minimumAge > 0 ? `members declare to be ${minimumAge} or older; not verified` : 'not asked, not verified'
const onOff = (isOn: boolean) => (isOn ? 'on' : 'off')

/** A template for the risk assessments of the UK Online Safety Act as Markdown, with the facts that the program knows. */
export function riskAssessment(given: Given): string {
  const { settings, day } = given
  return `# Risk assessment (UK Online Safety Act 2023)

${plain(settings.siteName)}, ${day}. Provider: ${plain(settings.providerName)}. Made from the settings of the site.

This is a template and no legal advice. The program fills in facts; the judgement is yours. Read it together with Ofcom's *Risk
Assessment Guidance and Risk Profiles* and *Children's Access Assessments Guidance*, keep it, review it every year, and do it again before
you change the service much.

Assessed by: ${blank} Approved by: ${blank} Next review: ${blank}

## The service

${table(['Fact', 'Value'], facts(given))}

Users in the United Kingdom, about: ${blank}

## Measures that are always there

${list(commonMeasures(given))}

## Illegal content

For each kind: how likely is it here, how bad would it be, what is the level of risk (negligible, low, medium, high), and why? Use your
moderation log, reports and complaints of the last year as evidence (*Admin → Law → Transparency*). Check whether kinds were added to the
Act since.

${kinds.map(([name, measures], index) => kindSection(given, { name, measures, number: index + 1 })).join('\n')}
## Other illegal content

${fields}

## Children's access assessment

1. Is it possible for children to use the service or a part of it? The program does not verify ages, so the answer is yes unless you
   do it otherwise: ${blank}
2. Does a significant number of children in the UK use it, or is it likely to attract them? Who are your members, and what are your
   communities about? ${blank}
3. If both answers are yes, a children's risk assessment is needed, too. Result: ${blank}
`
}

const fields = `Likelihood: ${blank} Impact: ${blank} Level: ${blank}

Evidence and reasons: ${blank}

What we do besides: ${blank}
`

function kindSection(
  given: Given,
  { name, measures, number }: { name: string; measures: readonly Measure[]; number: number },
): string {
  const special = measures.flatMap((measure) => specialMeasures(given)[measure])
  return `### ${number}. ${name}

${special.length > 0 ? `Here:\n\n${list(special)}\n\n` : ''}${fields}`
}

function facts({ settings, config, facts }: Given): string[][] {
  return [
    ['Accounts', facts.accounts.toLocaleString('en')],
    ['Active in the last 30 days', facts.activeMembers?.toLocaleString('en') ?? 'not counted yet'],
    ['Communities', facts.communities.toLocaleString('en')],
    [
      'Moderators and admins',
      `${facts.moderators.toLocaleString('en')} and ${facts.admins.toLocaleString('en')}`,
    ],
    ['Who can read', settings.privateForum ? 'members only' : 'everyone'],
    ['Who can join', joiningTexts[settings.joining]],
    ['Names', 'freely chosen; accounts do not show who someone is'],
    [
      'Email address',
      settings.confirmedEmailToPost && sendsMail(config) ? 'confirmed before writing' : 'not needed',
    ],
    ['Age', ageText(settings)],
    ['Captcha', captchaTexts[config.captcha]],
    ['Images', settings.imagePosts ? `on, ${settings.imagesPerPost} in a post` : 'off'],
    ['Link posts', `on, previews ${onOff(settings.linkPreviews)}; videos of one site can be played`],
    ['Private messages between members', 'none; members write to the moderators of a community only'],
    ['Groups', `communities, created by ${settings.communityCreation === 'admins' ? 'admins' : 'members'}`],
    ['Search', 'posts, comments, communities and members'],
    [
      'Recommendations',
      'feeds are ordered by time, votes or both, equally for everyone; nothing is chosen by what a member did',
    ],
    ['Live streams, encrypted messages, payments, location', 'none'],
  ]
}

function commonMeasures({ settings, config, facts }: Given): string[] {
  return [
    'Every post and comment can be reported by members; reports wait in a queue for moderators.',
    'Everyone, also without an account, can send the admins a notice of unlawful content; senders get a decision with reasons, and can complain.',
    'Moderators and admins can remove, lock and erase content, and ban members from writing or reading.',
    'Decisions are logged, and authors can appeal.',
    `New accounts: ${joiningTexts[settings.joining]}. Captcha: ${captchaTexts[config.captcha]}. Rate limits: ${onOff(settings.rateLimits)}.`,
    `IP addresses can be blocked; Tor is ${facts.isTorBlocked ? 'blocked' : 'not blocked'}.`,
    'Moderators and admins can write rules that hold, refuse, remove, report or lock content automatically; what they do is logged, and moderators can undo it. There is no hash matching.',
  ]
}

function specialMeasures({ settings }: Given): Record<Measure, string[]> {
  return {
    images: settings.imagePosts
      ? [
          'Members can upload images. They are not compared with lists of known images.',
          ...(settings.mediaPostPoints > 0
            ? [`Posting images and links needs more than ${settings.mediaPostPoints} points.`]
            : []),
          'Erasing a post or comment deletes its images from the store.',
        ]
      : ['Members cannot post images.'],
    messages: ['Members cannot write to each other in private, and can mute each other.'],
    links: [
      `Members can link to other sites${settings.nofollowLinks ? '; search engines do not follow these links for ranking' : ''}.`,
    ],
    children: [`Age: ${ageText(settings)}.`, `Accounts: ${joiningTexts[settings.joining]}.`],
  }
}
