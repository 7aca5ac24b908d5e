import type { Proof } from './proofs.ts'

/**
 * Every sentence of the policies that come with the program, with what proves it. A new or changed sentence fails the test until it
 * is here, so that nobody writes a claim without looking at the code.
 */
export const sentences: Readonly<Record<string, Readonly<Record<string, Proof>>>> = {
  'privacy-policy': {
    'This page says what {{siteName}} stores about you, why, for how long, and who sees it.': 'rule',
    'The site has no ads, and no part of it follows you to other sites.': 'noAds',
    'Your browser gets two cookies: a random number that belongs to your browser and expires after 360 days, and one that protects forms from being sent by other sites.':
      'guestCookies',
    'Nothing about you is stored on the server for them.': 'guestCookies',
    'The server processes the address of your connection to answer you, and to keep out addresses that were blocked.':
      'blockedAddresses',
    'To slow down those who ask too often, it counts calls under a hash of the address, for a day at most.':
      'rateLimits',
    'If you installed the site as an app, the server notes once that it is used, and with which browser.':
      'appUse',
    'Without an account, it forgets that after 30 days.': 'appUseDays',
    'If you choose a language, a cookie keeps it for a year.': 'languageCookie',
    'If very many pages are opened from your network, your browser is checked.': 'checkedBrowsers',
    'A cookie then keeps it from being checked again for 30 days.': 'checkedBrowsers',
    'To recognize programs that ignore what the site asks of them, the address that opened a hidden link is kept for six hours.':
      'hiddenLink',
    'For a day, the server keeps how much each network of at least 256 addresses and each kind of browser asked of it.':
      'traffic',
    'Your choice of theme and layout is stored on your device and not sent.': 'storage',
    'If you report unlawful content without an account, admins see your name and email address.': 'notices',
    'Both are deleted 184 days after the last decision, or within the week after that.': 'noticeDays',
    'Your browser gets a third cookie when you log in.': 'browserCookie',
    'It shows that you have logged in there before, so that you are mailed only of logins from elsewhere.':
      'newBrowser',
    'It expires after 360 days and opens nothing.': 'browserCookie',
    'We store, until you delete your account:': 'rule',
    'your name, and your password in a form that cannot be turned back into it;': 'passwords',
    'your email address, profile text and picture, if you give them;': 'archive',
    'your settings, the communities you joined, your lists, and whom you muted and what you hid;': 'archive',
    'your posts, comments, images and votes, and your reports;': 'archive',
    'your drafts, which are deleted 90 days after you last saved them;': 'draftDays',
    'your appeals, your messages with moderators, and their notes about you, which only they read;': 'notes',
    'who invited you and whom you invited, if you joined or invited by a link;': 'invitations',
    '{{if acceptTerms}} which version of the terms you accepted, and when;': 'agreements',
    '{{if minimumAge}} that you declared to be at least {{minimumAge}} years old, and when, but not your date of birth;':
      'agreements',
    'when and from which address the account was made and last used, and where you are logged in: address, browser and time.':
      'archive',
    '{{if visitsKept}} When you last opened a post is stored for {{visitsKept}} days, to mark new comments.':
      'visits',
    '{{unless visitsKept}} When you last opened a post is stored until you delete your account, to mark new comments.':
      'visitsKept',
    '{{if notificationsKept}} Notifications that you have seen are deleted {{notificationsKept}} days after their last change.':
      'notifications',
    '{{unless notificationsKept}} Notifications are stored until you delete your account.':
      'notificationsKept',
    'Addresses help to stop spam and abuse.': 'rule',
    'Only admins see them, and which accounts share one.': 'addresses',
    '{{addressesKept}}': 'addressesKept',
    'For 90 days we store when and from which address someone failed to log in to your account, logged in from a new browser, entered, changed or reset its password, changed its email address, ended sessions, or requested or downloaded an archive.':
      'securityEvents',
    'Admins see this to find attacks, and you find it in the archive of your data.': 'archive',
    '{{if mail}} We send mail to your address to confirm it, to set a new password when you ask for that, to tell you of a changed password or address, of logins from new browsers and of a suspension of your account, and about an application to join or a report of unlawful content that you sent.':
      'mails',
    'There is no newsletter.': 'mails',
    '{{unless privateForum}} Your name, profile, posts, comments and points are public, also for search engines.':
      'publicProfile',
    '{{if privateForum}} Your name, profile, posts, comments and points are visible to all members, and not to guests.':
      'privateForum',
    '{{if historyForAll}} Earlier versions of your posts and comments can be read by everyone who can read the text.':
      'editHistory',
    '{{if historyForModerators}} Earlier versions of your posts and comments can be read by you, the moderators of the community and admins.':
      'editHistory',
    '{{if noHistory}} Earlier versions of edited posts and comments are not stored.': 'noEditHistory',
    'How you vote, what you save to private lists and whom you mute is not shown to others.': 'privacy',
    'Who reports something is seen by the moderators of the community and by admins, with the reason.':
      'reporters',
    'The author and other members do not learn it.': 'reporters',
    'What moderators and admins do is in the moderation log.': 'moderationLog',
    'Pictures lose what cameras write into them, such as place and time, before they are stored.': 'metadata',
    'Anyone who knows the address of a picture can see it.': 'images',
    'When the content of a post is deleted, its pictures are deleted.': 'imagesDeleted',
    '{{if bucket}} Pictures are stored with a storage provider that we use.': 'bucket',
    '{{unless hcaptcha}} Pages load nothing from other sites, with one exception: the players of linked videos, in their privacy-friendly form.':
      'csp',
    'Your preferences can turn them off.': 'players',
    '{{if hcaptcha}} Pages load nothing from other sites, with two exceptions: the players of linked videos, in their privacy-friendly form, which your preferences can turn off, and hCaptcha, which checks at the sign-up that you are not a robot.':
      'hcaptcha',
    'Links lead to other sites, which do not learn where you came from.': 'referrer',
    '{{if linkPreviews}} When someone posts a link, the server fetches the title and picture of that page, without saying who posted it.':
      'linkPreviews',
    '{{if push}} If you turn on notifications for a device, they go through the push service of its browser.':
      'push',
    'Their content is encrypted; the service learns when there is something new.': 'pushEncrypted',
    '**See and take along:** the settings make an archive of everything that is yours.': 'archive',
    '**Correct:** you can edit your profile, posts and comments.': 'editing',
    '**Delete:** you can delete your posts and comments one by one, or your account as a whole.': 'deletion',
    'Then your profile, picture, email address, IP addresses, settings, lists, messages and drafts are erased, your votes only count, and mentions of your name are replaced.':
      'erasing',
    'You choose what happens to your posts and comments: they stay without your name, as by *Ghost*, lose their texts and pictures, or leave all lists, too.':
      'erasedTexts',
    'What remains, and why: a row with a random name, to which the answers of others belong, a hash of your name, so that nobody else takes it, and what you did as a moderator.':
      'whatRemains',
    'You can also ask the admins to do it.': 'erasedByAdmins',
    'What others have reported stays visible to the moderators of its community after you delete it alone, until they have dealt with the report, for at most 30 days.':
      'reportedCopies',
    'What a ban removes can be restored by admins for 30 days, and is then deleted.': 'withheld',
    '**Object and complain:** write to us, or to the authority for data protection where you live.': 'rule',
    '{{if dailyBackups}} Backups are made every day.': 'dailyBackups',
    'The last {{backupsKept}} are kept, so deleted things stay in them until newer ones replace them.':
      'dailyBackups',
    '{{unless dailyBackups}} Backups may keep deleted things for longer.': 'rule',
    '{{if contactPage}} The page [Contact](/contact-us) says who runs this site and how to reach them.':
      'page',
    'Questions about your data:': 'rule',
    '[{{contactEmail}}](mailto:{{contactEmail}}).': 'rule',
  },
  terms: {
    'These are the terms under which you may use {{siteName}}.': 'rule',
    'They are meant to be read, so they are short.': 'rule',
    '{{unless privateForum}} You may read without an account.': 'readingAsGuest',
    'With an account, you are responsible for what happens under your name; so choose a good password and tell it to nobody.':
      'rule',
    '{{if minimumAge}} You have to be at least {{minimumAge}} years old, or older where the law of your country says so.':
      'minimumAge',
    '{{unless minimumAge}} You have to be as old as the law of your country asks for.': 'rule',
    'One person, one account, unless there is a good reason for another.': 'rule',
    'Never use a second one to get around a ban or to vote twice.': 'rule',
    'You may delete your account at any time, in the settings.': 'deletion',
    'It stays yours.': 'promise',
    'You let us store it, show it on the site and in its feeds, and make the copies in other sizes and formats that this needs, for as long as it is here.':
      'rule',
    'Post only what you may post: your own, what its authors allow, or what the law lets anybody quote.':
      'rule',
    '{{unless privateForum}} What you post in communities is public.': 'publicProfile',
    'Everybody can read it, and others may copy it before you change your mind.': 'publicProfile',
    '{{if privateForum}} All members can read what you post in communities, and may copy it before you change your mind.':
      'privateForum',
    'Follow the [guidelines](/guidelines) and the rules of the community that you post in.': 'rule',
    'Moderators and admins may remove posts, comments and images, lock discussions, and exclude people from communities or from the site, when these terms, the guidelines or the law require it.':
      'rule',
    'People decide, never programs.': 'promise',
    'We tell you what was done and why, and you can [appeal](/appeals).': 'reasons',
    'We may change the site, and we may have to close it.': 'promise',
    'We say so as early as we can, and members can take everything of theirs along: the settings offer an archive of it.':
      'archive',
    'Break in, look for ways in without telling us what you found, or slow the site down for others.': 'rule',
    'Collect data of members, or use the site to send messages to people who did not ask for them.': 'rule',
    'Automated access is welcome as long as it is gentle, says who it is, and keeps to the limits that the site names.':
      'rule',
    'The site comes as it is, without a promise that it is always there or free of mistakes.': 'promise',
    'What members write are their own words, not ours.': 'promise',
    '[Report it](/notice), also without an account.': 'page',
    'An admin decides, and you are told what was decided and why.': 'noticeDecisions',
    'You can complain about the decision.': 'complaints',
    'Questions:': 'rule',
    '[{{contactEmail}}](mailto:{{contactEmail}}).': 'rule',
    '{{if contactPage}} The page [Contact](/contact-us) says who runs this site and how to reach them.':
      'page',
    'When these terms change, this page does.': 'promise',
    'What is important we announce beforehand.': 'promise',
    '{{if acceptTerms}} You accept these terms when you create an account.': 'agreements',
    'When we ask you to accept them again, you can read without it, but not write or vote.': 'agreements',
  },
  guidelines: {
    '{{siteName}} belongs to the people who talk here.': 'rule',
    'These few rules hold in all communities.': 'rule',
    'Communities have rules of their own on top of them: they are shown beside the posts of the community.':
      'rules',
    'Remember that a person reads what you write.': 'rule',
    'Argue with what was said, not with who said it.': 'rule',
    'Assume that others mean well until they show otherwise, and ask before you conclude.': 'rule',
    'Disagree openly and leave it at that.': 'rule',
    'Nobody has to win.': 'rule',
    '**Harassment.** Insults, threats, following someone around, or sending others after them.': 'rule',
    '**Hatred.** Attacks on people for what they are: their origin, colour, religion, sex, gender, orientation, age, illness or disability.':
      'rule',
    '**Private details of others.** Names, addresses, workplaces or pictures of people who did not agree to it.':
      'rule',
    '**Sexual content involving minors**, in any form.': 'rule',
    'We remove such content and report it to the authorities.': 'promise',
    '**Violence.** Calls for it, praise of it, or pictures that are only there to shock.': 'rule',
    '**Pornography.**': 'rule',
    '**Spam.** Advertising, posting the same again and again, or accounts that only exist to send people elsewhere.':
      'rule',
    '**Impersonation**, of people, organisations or moderators.': 'rule',
    '**Breaking the law**, also the rights of those who made what you post.': 'rule',
    'Vote for what others should see, and against what does not belong there.': 'rule',
    'Do not ask for votes, do not trade them, and use one account only to vote.': 'rule',
    'Use **Report** on a post or a comment.': 'rule',
    'The moderators of the community and the admins see it, and that it was you.': 'reporters',
    'The author and other members do not.': 'reporters',
    'Does something break the law?': 'rule',
    '[Report it to the admins](/notice), also without an account.': 'page',
    'Mute people and communities that you do not want to read.': 'rule',
    'They do not learn of it.': 'privacy',
    'Moderators may remove posts and comments, lock them, and ban people from their community.':
      'moderatorsMay',
    'Admins may suspend accounts.': 'suspensions',
    'If you think that a decision about you was wrong, [appeal](/appeals).': 'appeals',
    'Other questions:': 'rule',
    '[{{contactEmail}}](mailto:{{contactEmail}}).': 'rule',
    'Moderators have [guidelines of their own](/moderator-guidelines).': 'page',
  },
  'moderator-guidelines': {
    'Moderators look after a community.': 'rule',
    'They make its rules, and they see to it that it stays a place where people like to talk.': 'rule',
    'This is what members of {{siteName}} may expect of them.': 'rule',
    'Write rules that a newcomer understands before their first post, and that are as few as you can do with.':
      'rule',
    'The rules of a community may be stricter than the [guidelines](/guidelines) of the site, never laxer.':
      'rule',
    'Change rules openly, and do not apply new ones to what was written before.': 'rule',
    'Treat all members alike, also those whose opinions you do not share.': 'rule',
    'Being wrong is not against the rules.': 'rule',
    'Start with the mildest thing that helps: a word, then a lock, then a removal, then a ban that ends, then one that does not.':
      'rule',
    'Say which rule it was.': 'rule',
    'Speak as a moderator when you decide something, and as yourself when you only talk.': 'rule',
    'Do not decide about discussions that you take part in.': 'rule',
    'Let another moderator look.': 'rule',
    'Answer those who ask why.': 'rule',
    'A decision that turns out to be wrong is taken back.': 'rule',
    'Look through the reports often.': 'rule',
    'What breaks the guidelines of the site is urgent: harassment, private details, threats.': 'rule',
    'Never tell anyone who reported something.': 'rule',
    'Tell the admins at once about sexual content involving minors, and about threats that sound meant.':
      'rule',
    'Moderators are volunteers.': 'promise',
    'Nobody may take money or favours for posts, removals or rules.': 'rule',
    'The order of moderators is the order of trust: who was added earlier decides about those who came later.':
      'moderatorOrder',
    'Do not use what you learn as a moderator for anything else.': 'rule',
    'When you have no time left, find someone who does, and step down.': 'rule',
    'Communities without active moderators may be given to others by the admins.': 'promise',
    'Help, or a decision that is too big for one community:': 'rule',
    '[{{contactEmail}}](mailto:{{contactEmail}}).': 'rule',
  },
  about: {
    '{{if donationFunded}} {{siteName}} is a non-profit, open-source community discussion forum in the style of a link aggregator.':
      'openSource',
    '{{unless donationFunded}} {{siteName}} is an open-source community discussion forum in the style of a link aggregator.':
      'openSource',
    'Members post texts, links and images in named communities, talk about them in threads, and decide with their votes what others see first.':
      'rule',
    '**No ads, no tracking.** Pages show no ads and load nothing that measures you.': 'csp',
    '{{if donationFunded}} **Funded by donations.** The people who use the site keep it running.':
      'donations',
    '[Donate]({{donationUrl}}) to keep the site running.': 'donations',
    '**Run by people.** Each community has moderators of its own, with names and rules that its readers can see.':
      'rule',
    '**Open source.** [The source code]({{sourceUrl}}) of this site is open: read it, run it, change it and pass it on.':
      'openSource',
    '**Not federated.** {{siteName}} is one site.': 'promise',
    'It does not exchange posts or accounts with other servers.': 'noFederation',
    '**No native video.** Videos cannot be uploaded.': 'noVideo',
    'You can link to them where they are; players of one video site are shown in their privacy-friendly form, unless your preferences say otherwise.':
      'players',
    '{{siteName}} can be installed as an app, without an app store: open the menu of your browser and choose *Install* or *Add to Home Screen*.':
      'installable',
    'It opens from your home screen and needs no updates by hand.': 'installable',
    '{{if push}} It can notify you when someone answers.': 'push',
    '{{communities}}': 'communities',
    'Read the [guidelines](/guidelines), find [communities](/communities) that you like, and say hello.':
      'page',
    'How texts are formatted is in the [Markdown guide](/markdown_guide); how we treat what we know about you is in the [privacy policy](/privacy-policy).':
      'page',
    'Programs may do here what people do: the [API](/api/docs) is described with examples.': 'page',
    'The pages contain free software of others, under [these licences](/licences).': 'page',
    '{{if contactPage}} The page [Contact](/contact-us) says who runs this site.': 'page',
    'Questions, problems, ideas?': 'rule',
    'Write to [{{contactEmail}}](mailto:{{contactEmail}}).': 'rule',
  },
}
