import type { Proof } from './proofs.ts'

/**
 * Every sentence of the policies that come with the program, with what proves it. A new or changed sentence fails the test until it
 * is here, so that nobody writes a claim without looking at the code.
 */
export const sentences: Readonly<Record<string, Readonly<Record<string, Proof>>>> = {
  'privacy-policy': {
    'This page explains what {{siteName}} stores about you, why, for how long, and who can see it.': 'rule',
    "The site has no ads and doesn't track you on other sites.": 'noAds',
    'Your browser gets two cookies: a random number that belongs to your browser and expires after 360 days, and one that protects forms from being sent by other sites.':
      'guestCookies',
    'The server stores nothing about you for these cookies.': 'guestCookies',
    'The server processes your IP address to respond to you, and to keep out blocked addresses.':
      'blockedAddresses',
    'To slow down excessive requests, it counts requests under a hash of your address, for a day at most.':
      'rateLimits',
    'If you install the site as an app, the server records once that it is used, and with which browser.':
      'appUse',
    'Without an account, this is deleted after 30 days.': 'appUseDays',
    'If you choose a language, a cookie remembers it for a year.': 'languageCookie',
    'If an unusual number of pages is opened from your network, your browser is checked.': 'checkedBrowsers',
    'A cookie then remembers the check for 30 days.': 'checkedBrowsers',
    "To detect programs that ignore the site's rules for them, the address that opened a hidden link is kept for six hours.":
      'hiddenLink',
    'For a day, the server records how many requests came from each network of at least 256 addresses and each kind of browser, and what they cost.':
      'traffic',
    'Your theme and layout are stored on your device and not sent to the server.': 'storage',
    'If you report unlawful content without an account, admins see your name and email address.': 'notices',
    'Both are deleted 184 days after the last decision, or within the week after that.': 'noticeDays',
    'Your browser gets a third cookie when you log in.': 'browserCookie',
    'It shows that you have logged in there before, so that you only get emails about logins from new browsers.':
      'newBrowser',
    "It expires after 360 days and doesn't give access to your account.": 'browserCookie',
    'We store, until you delete your account:': 'rule',
    "your username, and your password in a form that can't be turned back into it;": 'passwords',
    'your email address, profile text and picture, if you add them;': 'archive',
    'your settings, the communities you joined, your lists, and who you muted and what you hid;': 'archive',
    'your posts, comments, images and votes, and your reports;': 'archive',
    'your drafts, which are deleted 90 days after you last saved them;': 'draftDays',
    'your appeals, your messages with moderators, and their notes about you, which only they can read;':
      'notes',
    'who invited you and who you invited, if you used an invitation link;': 'invitations',
    '{{if acceptTerms}} which version of the terms you accepted, and when;': 'agreements',
    '{{if minimumAge}} that you confirmed you are at least {{minimumAge}} years old, and when, but not your date of birth;':
      'agreements',
    'when and from which IP address your account was created and last used, and where you are logged in: address, browser and time.':
      'archive',
    '{{if visitsKept}} When you last opened a post is stored for {{visitsKept}} days, to mark new comments.':
      'visits',
    '{{unless visitsKept}} When you last opened a post is stored until you delete your account, to mark new comments.':
      'visitsKept',
    '{{if notificationsKept}} Notifications that you have seen are deleted {{notificationsKept}} days after their last change.':
      'notifications',
    '{{unless notificationsKept}} Notifications are stored until you delete your account.':
      'notificationsKept',
    'IP addresses help stop spam and abuse.': 'rule',
    'Only admins can see them, and which accounts share one.': 'addresses',
    '{{addressesKept}}': 'addressesKept',
    'For 90 days, we store when and from which address someone failed to log in to your account, logged in from a new browser, entered, changed or reset its password, changed its email address, ended sessions, or requested or downloaded an archive.':
      'securityEvents',
    'Admins use this to find attacks, and it is included in your data archive.': 'archive',
    '{{if mail}} We send you emails to confirm your address, to let you set a new password when you request it, to notify you when your password or address changes, when someone logs in from a new browser or your account is suspended, and about an application to join or a report of unlawful content that you sent.':
      'mails',
    'There is no newsletter.': 'mails',
    '{{unless privateForum}} Your username, profile, posts, comments and points are public, including to search engines.':
      'publicProfile',
    '{{if privateForum}} Your username, profile, posts, comments and points are visible to all members, but not to guests.':
      'privateForum',
    '{{if historyForAll}} Everyone who can read your posts and comments can read their earlier versions.':
      'editHistory',
    "{{if historyForModerators}} Earlier versions of your posts and comments can be read by you, the community's moderators and admins.":
      'editHistory',
    '{{if noHistory}} Earlier versions of edited posts and comments are not stored.': 'noEditHistory',
    "Others can't see how you vote, what you save to private lists or who you mute.": 'privacy',
    "Admins can see which accounts vote alike, vote fast or vote mostly for one member, but aren't shown which posts or comments they voted on.":
      'votePatterns',
    "They can decide that an account's votes don't count.": 'uncountedVotes',
    "If you report something, the community's moderators and the admins can see that it was you, and the reason.":
      'reporters',
    "The author and other members can't.": 'reporters',
    'The moderation log shows what moderators and admins do.': 'moderationLog',
    'Data that cameras write into images, such as place and time, is removed before they are stored.':
      'metadata',
    'Anyone who knows the URL of an image can see it.': 'images',
    "When a post's content is deleted, so are its images.": 'imagesDeleted',
    '{{if bucket}} Images are stored with a storage provider that we use.': 'bucket',
    '{{unless hcaptcha}} Pages load nothing from other sites, with one exception: players for linked videos, in their privacy-friendly form.':
      'csp',
    'You can turn them off in your settings.': 'players',
    "{{if hcaptcha}} Pages load nothing from other sites, with two exceptions: players for linked videos, in their privacy-friendly form, which you can turn off in your settings, and hCaptcha, which checks that you aren't a robot when you sign up.":
      'hcaptcha',
    "Links to other sites don't reveal where you came from.": 'referrer',
    '{{if linkPreviews}} When someone posts a link, the server fetches the title and image of that page, without revealing who posted it.':
      'linkPreviews',
    '{{if push}} If you turn on notifications for a device, they go through the push service of its browser.':
      'push',
    'Their content is encrypted, but the service learns when there is something new.': 'pushEncrypted',
    '**Access and export:** you can download an archive of all your data in your settings.': 'archive',
    '**Correct:** you can edit your profile, posts and comments.': 'editing',
    '**Delete:** you can delete your posts and comments one by one, or your account as a whole.': 'deletion',
    'If you delete your account, your profile, picture, email address, IP addresses, settings, lists, messages and drafts are erased, your votes still count but without your name, and mentions of your name are replaced.':
      'erasing',
    'You choose what happens to your posts and comments: they stay without your name, shown as by *Ghost*, or their text and images are erased, or they also disappear from all feeds, search and profiles.':
      'erasedTexts',
    "What remains, and why: an entry with a random name, because other people's replies refer to it, a hash of your name, so that no one else can take it, and what you did as a moderator.":
      'whatRemains',
    'You can also ask the admins to do this.': 'erasedByAdmins',
    "If you delete a single post or comment that others have reported, the community's moderators can still see it until they have handled the report, for at most 30 days.":
      'reportedCopies',
    'Admins can restore content removed by a ban for 30 days, after which it is deleted.': 'withheld',
    '**Object and complain:** write to us, or to the data protection authority where you live.': 'rule',
    '{{if dailyBackups}} Backups are created every day.': 'dailyBackups',
    'The last {{backupsKept}} are kept, so deleted data stays in them until newer ones replace them.':
      'dailyBackups',
    '{{unless dailyBackups}} Backups may keep deleted data for longer.': 'rule',
    '{{if contactPage}} The [Contact](/contact-us) page says who runs this site and how to reach them.':
      'page',
    'Questions about your data:': 'rule',
    '[{{contactEmail}}](mailto:{{contactEmail}}).': 'rule',
  },
  terms: {
    'These are the terms for using {{siteName}}.': 'rule',
    "They're meant to be read, so they're short.": 'rule',
    '{{unless privateForum}} You can read without an account.': 'readingAsGuest',
    "You are responsible for what happens under your account, so choose a good password and don't share it.":
      'rule',
    '{{if minimumAge}} You must be at least {{minimumAge}} years old, or older if the law in your country requires it.':
      'minimumAge',
    '{{unless minimumAge}} You must be old enough under the law in your country.': 'rule',
    'One person, one account, unless there is a good reason for another.': 'rule',
    'Never use a second one to get around a ban or to vote twice.': 'rule',
    'You can delete your account at any time in your settings.': 'deletion',
    'It stays yours.': 'promise',
    'You allow us to store it, show it on the site and in its feeds, and create copies in other sizes and formats as needed, for as long as it is here.':
      'rule',
    'Only post what you have the right to post: your own work, what its authors allow, or what the law lets anyone quote.':
      'rule',
    '{{unless privateForum}} What you post in communities is public.': 'publicProfile',
    'Everyone can read it, and others may copy it before you change your mind.': 'publicProfile',
    '{{if privateForum}} All members can read what you post in communities, and may copy it before you change your mind.':
      'privateForum',
    'Follow the [guidelines](/guidelines) and the rules of the community you post in.': 'rule',
    'Moderators and admins can remove posts, comments and images, lock discussions, and ban people from communities or from the site if these terms, the guidelines or the law require it.':
      'rule',
    'People decide, or rules they have set up, and people answer every appeal.': 'promise',
    "We'll tell you what was done and why, and you can [appeal](/appeals).": 'reasons',
    'We may change the site, and we may have to close it.': 'promise',
    "We'll announce this as early as we can, and members can download an archive of all their data in their settings.":
      'archive',
    'Breaking in, looking for vulnerabilities without telling us what you find, or slowing the site down for others.':
      'rule',
    "Collecting members' data, or using the site to send unsolicited messages.": 'rule',
    "Automated access is welcome as long as it is gentle, identifies itself and respects the site's limits.":
      'rule',
    'The site is provided as is, without a promise that it is always available or free of errors.': 'promise',
    'What members write are their own words, not ours.': 'promise',
    '[Report it](/notice), even without an account.': 'page',
    "An admin decides, and you'll be notified of the decision and the reasons.": 'noticeDecisions',
    'You can contest the decision.': 'complaints',
    'Questions:': 'rule',
    '[{{contactEmail}}](mailto:{{contactEmail}}).': 'rule',
    '{{if contactPage}} The [Contact](/contact-us) page says who runs this site and how to reach them.':
      'page',
    'If these terms change, we update this page.': 'promise',
    'We announce important changes in advance.': 'promise',
    '{{if acceptTerms}} You accept these terms when you create an account.': 'agreements',
    'If we ask you to accept them again, you can read until you do, but not post or vote.': 'agreements',
  },
  guidelines: {
    '{{siteName}} belongs to the people who talk here.': 'rule',
    'These few rules apply in all communities.': 'rule',
    "Communities have their own rules, too: they are shown next to the community's posts.": 'rules',
    "Remember that there's a person reading what you write.": 'rule',
    'Argue with what was said, not with the person who said it.': 'rule',
    'Assume that others mean well until they show otherwise, and ask before you jump to conclusions.': 'rule',
    'Disagree openly and leave it at that.': 'rule',
    'No one has to win.': 'rule',
    '**Harassment.** Insults, threats, following someone around, or sending others after them.': 'rule',
    '**Hate.** Attacks on people for who they are: their origin, color, religion, sex, gender, orientation, age, illness or disability.':
      'rule',
    "**Private information about others.** Names, addresses, workplaces or pictures of people who didn't agree to it.":
      'rule',
    '**Sexual content involving minors**, in any form.': 'rule',
    'We remove such content and report it to the authorities.': 'promise',
    '**Violence.** Calls for it, praise of it, or images meant only to shock.': 'rule',
    '**Pornography.**': 'rule',
    '**Spam.** Advertising, posting the same thing over and over, or accounts that only exist to send people elsewhere.':
      'rule',
    '**Impersonation** of people, organizations or moderators.': 'rule',
    '**Breaking the law**, including the rights of those who created what you post.': 'rule',
    "Upvote what others should see, and downvote what doesn't belong there.": 'rule',
    "Don't ask for votes, don't trade them, and vote with only one account.": 'rule',
    'Use **Report** on a post or a comment.': 'rule',
    "The community's moderators and the admins can see it, and that it was you.": 'reporters',
    "The author and other members can't.": 'reporters',
    'Does something break the law?': 'rule',
    '[Report it to the admins](/notice), even without an account.': 'page',
    "Mute people and communities you don't want to read.": 'rule',
    "They won't know.": 'privacy',
    'Moderators can remove posts and comments, lock them, and ban people from their community.':
      'moderatorsMay',
    'Admins can suspend accounts.': 'suspensions',
    'If you think a decision about you was wrong, [appeal](/appeals).': 'appeals',
    'Other questions:': 'rule',
    '[{{contactEmail}}](mailto:{{contactEmail}}).': 'rule',
    'Moderators have [their own guidelines](/moderator-guidelines).': 'page',
  },
  'moderator-guidelines': {
    'Moderators look after a community.': 'rule',
    'They write its rules and make sure it stays a place where people like to talk.': 'rule',
    'This is what members of {{siteName}} can expect from them.': 'rule',
    'Write as few rules as you can, and make sure newcomers understand them before their first post.': 'rule',
    "A community's rules can be stricter than the site's [guidelines](/guidelines), but not more lenient.":
      'rule',
    "Change rules openly, and don't apply new ones to what was written before.": 'rule',
    "Treat all members alike, including those whose opinions you don't share.": 'rule',
    "Being wrong isn't against the rules.": 'rule',
    'Start with the mildest step that helps: a message, then a lock, then a removal, then a temporary ban, then a permanent one.':
      'rule',
    'Say which rule was broken.': 'rule',
    "Speak as a moderator when you make a decision, and as yourself when you're just taking part.": 'rule',
    "Don't make decisions in discussions you take part in.": 'rule',
    'Let another moderator handle them.': 'rule',
    'Answer people who ask why.': 'rule',
    'If a decision turns out to be wrong, reverse it.': 'rule',
    'Check reports often.': 'rule',
    "Violations of the site's guidelines are urgent: harassment, private information, threats.": 'rule',
    'Never reveal who reported something.': 'rule',
    'Tell the admins right away about sexual content involving minors and about credible threats.': 'rule',
    'Moderators are volunteers.': 'promise',
    'No one may take money or favors for posts, removals or rules.': 'rule',
    'The list of moderators is in order of trust: those added earlier decide about those who came later.':
      'moderatorOrder',
    "Don't use what you learn as a moderator for anything else.": 'rule',
    'If you no longer have time, find someone who does, and step down.': 'rule',
    'Admins may give communities without active moderators to others.': 'promise',
    'For help, or for decisions that are too big for one community:': 'rule',
    '[{{contactEmail}}](mailto:{{contactEmail}}).': 'rule',
  },
  about: {
    '{{if donationFunded}} {{siteName}} is a non-profit, open-source community discussion forum in the style of a link aggregator.':
      'openSource',
    '{{unless donationFunded}} {{siteName}} is an open-source community discussion forum in the style of a link aggregator.':
      'openSource',
    'Members post text, links and images in communities, discuss them in threads, and decide with their votes what others see first.':
      'rule',
    '**No ads, no tracking.** Pages show no ads and load nothing that measures you.': 'csp',
    '{{if donationFunded}} **Funded by donations.** The people who use the site keep it running.':
      'donations',
    '[Donate]({{donationUrl}}) to keep the site running.': 'donations',
    '**Run by people.** Each community has its own moderators and rules, which everyone in it can see.':
      'rule',
    "**Open source.** This site's [source code]({{sourceUrl}}) is open: read it, run it, change it and share it.":
      'openSource',
    '**Not federated.** {{siteName}} is one site.': 'promise',
    "It doesn't exchange posts or accounts with other servers.": 'noFederation',
    "**No native video.** Videos can't be uploaded.": 'noVideo',
    'You can link to them; players for one video site are shown in their privacy-friendly form, unless you turn them off in your settings.':
      'players',
    "{{siteName}} can be installed as an app, without an app store: open your browser's menu and choose *Install* or *Add to Home Screen*.":
      'installable',
    'It opens from your home screen and updates automatically.': 'installable',
    '{{if push}} It can notify you when someone replies.': 'push',
    '{{communities}}': 'communities',
    'Read the [guidelines](/guidelines), find [communities](/communities) you like, and say hello.': 'page',
    'The [Markdown guide](/markdown_guide) explains how to format text, and the [privacy policy](/privacy-policy) explains how we handle your data.':
      'page',
    'Programs can use the site, too: the [API](/api/docs) is documented with examples.': 'page',
    'This site uses free software by others, under [these licenses](/licences).': 'page',
    '{{if contactPage}} The [Contact](/contact-us) page says who runs this site.': 'page',
    'Questions, problems, ideas?': 'rule',
    'Write to [{{contactEmail}}](mailto:{{contactEmail}}).': 'rule',
  },
}
