import { lackingText } from './lackingText.ts'
import { t } from './texts/t.ts'

/**
 * What people read where the API refuses something and the page has no text of its own for it, by the message of the API: several
 * refusals share a code, and a message never changes.
 */
const texts = new Map<string, () => string>([
  // The server
  [
    'This site is read-only at the moment, so nothing can be changed. Please try again later.',
    () => t('This site is read-only right now. Try again later.'),
  ],
  [
    'The site has no room left to store anything. Reading goes on; please try again later.',
    () => t('This site is out of storage space. Try again later.'),
  ],
  [
    'The database does not answer. Please try again in a moment.',
    () => t('The site is having trouble. Try again in a moment.'),
  ],
  [
    'The server has too much to do. Please try again in a moment.',
    () => t('This site is very busy right now. Try again in a moment.'),
  ],
  [
    'Too many people are here at the moment. Please try again in a moment.',
    () => t('This site is very busy right now. Try again in a moment.'),
  ],
  [
    'The site is being restarted. Please try again in a moment.',
    () => t('The site is restarting. Try again in a moment.'),
  ],
  ['Request body too large.', () => t('That is too long to send.')],
  ['Internal Server Error', () => t('Something went wrong.')],
  ['Bad request.', () => t('The form could not be read. Go back and try again.')],

  // Automatic rules
  ['There is no such rule.', () => t('This rule no longer exists.')],
  [
    'There are as many rules here as there can be.',
    () => t("You can't add more rules here. Delete one first."),
  ],
  ['A rule of this community does not allow this.', () => t("A rule in this community doesn't allow this.")],

  // Permissions, and what does not exist
  ['You are not an admin.', () => t('Only admins can do this.')],
  ['You are not a moderator.', () => t("You aren't a moderator of this community.")],
  ['User is neither a moderator nor an admin.', () => t("You aren't a moderator of this community.")],
  ['User neither an admin nor a mod.', () => t("You aren't a moderator of this community.")],
  ['User not admin.', () => t('Only admins can do this.')],
  ['Not admin.', () => t('Only admins can do this.')],
  ['User is lower on the mod hierarchy.', () => t('You can only change moderators listed below you.')],
  [
    'You can only give permissions that you have yourself.',
    () => t('You can only give permissions that you have.'),
  ],
  ['Neither an admin nor a mod.', () => t("Admins and moderators can't be banned here.")],
  [
    'Moderators cannot delete the content of a post. They can only delete a post from their community.',
    () => t('Moderators can only remove this post, not delete its content.'),
  ],
  ["you don't have permission to edit this image's alt text.", () => t("You can't edit this image.")],
  ['Please confirm your password to do this.', () => t('Confirm your password to do this.')],
  [
    'This site asks for a higher trust level. Your settings show what is missing.',
    () => t('You need a higher trust level for this. See your settings.'),
  ],
  ['You are not the author.', () => t('Only the author can do this.')],
  ['User is banned from the community.', () => t('You are banned from this community.')],
  ['Post is locked.', () => t('This post is locked.')],
  ['Comment is locked.', () => t('Replies are locked.')],
  [
    'There is no other member with the name of the owner.',
    () => t("There's no other member with this username."),
  ],
  [
    'An image looks like one that admins have blocked. Only they can approve this.',
    () => t('Only admins can approve this.'),
  ],
  [
    'This account does not name you as the member who runs it.',
    () => t("This bot doesn't name you anymore."),
  ],
  [
    'Only accounts that are marked as bots can name who runs them.',
    () => t('This account is no longer marked as a bot.'),
  ],
  [
    'This community does not accept posts and comments that are made with AI.',
    () => t("This community doesn't allow content made with AI."),
  ],
  [
    'Moderators marked this as made with AI. Only they can remove the mark.',
    () => t('Moderators marked this. Only they can undo it.'),
  ],
  [
    'Only some members can comment here at the moment.',
    () => t('Only some members can comment here right now.'),
  ],
  [
    'Slow mode is on. Please wait before you comment again; `Retry-After` says how many seconds.',
    () => t('Slow mode is on. Wait a while, then try again.'),
  ],
  ['This account is marked as a bot. Bots cannot vote here.', () => t("Bots can't vote here.")],
  [
    'You voted on many posts and comments by this member today. Try again tomorrow.',
    () => t("You've voted on too many of this member's posts and comments today. Try again tomorrow."),
  ],
  [
    'You can only cast a few votes an hour. Try again later.',
    () => t('You can only cast a few votes an hour. Try again later.'),
  ],
  ['There are no downvotes here.', () => t('Downvotes are turned off here.')],
  [
    'Only members of this community can downvote. Join it first.',
    () => t('Join this community to downvote.'),
  ],
  [
    'You need a higher trust level to downvote in this community.',
    () => t('You need a higher trust level to downvote here. See your settings.'),
  ],
  ['Comment(s) deleted.', () => t('This comment was deleted.')],
  ['User not found.', () => t("There's no member with this name.")],
  ['Community not found.', () => t("There's no community with this name.")],
  ['Post(s) not found.', () => t('This post is gone.')],
  ['Comment(s) not found.', () => t('This comment is gone.')],

  // Accounts
  ['Username and password do not match.', () => t('Username and password do not match.')],
  ['User account suspended.', () => t('This account is suspended.')],
  ['You are already logged in', () => t("You're already logged in.")],
  ['Creating new accounts is disabled.', () => t('Sign-ups are closed right now.')],
  [
    'Admins approve who joins this site. Please apply on its pages.',
    () => t('Admins approve new members here. Send an application.'),
  ],
  [
    'This site takes no applications at the moment.',
    () => t("This site isn't accepting applications right now."),
  ],
  ['You need an invitation to join this site.', () => t('You need an invitation to join this site.')],
  [
    'This invitation is used up, withdrawn or too old.',
    () => t('This invitation has expired or was already used.'),
  ],
  ['Only admins invite people to this site.', () => t('Only admins can invite people.')],
  [
    'You have as many invitations as one member can have at a time. Withdraw one first.',
    () => t("You've reached the invitation limit. Withdraw one first."),
  ],
  ['Please answer every question.', () => t('Answer every question.')],
  [
    'You have applied for this account. It is not open yet.',
    () => t("You've already applied. An admin will decide soon."),
  ],
  ['Application not found.', () => t('This application no longer exists.')],
  [
    'This application has been decided.',
    () => t('Another admin already made a decision on this application.'),
  ],
  [
    'Someone else has an account of this name meanwhile.',
    () => t('Someone else has taken this username in the meantime.'),
  ],
  [
    'To have an account here, please read and accept the terms.',
    () => t('Please read and accept the terms.'),
  ],
  ['This site needs your e-mail address.', () => t('Enter your email address.')],
  [
    'This site does not accept e-mail addresses of that domain.',
    () => t("This site doesn't accept email addresses from that domain."),
  ],
  [
    'Please confirm your e-mail address first: in your settings.',
    () => t('Confirm your email address in your settings first.'),
  ],
  [
    'Nobody has signed up yet. The first account becomes the admin: open the link that the server printed at its start.',
    () => t('The first account becomes the admin. Open the link that the server printed when it started.'),
  ],
  ['Captcha verification failed.', () => t('The captcha failed. Try again.')],
  ['Username is empty.', () => t('Enter a username.')],
  ['Username is too short.', () => t('This username is too short.')],
  ['Username is too long.', () => t('This username is too long.')],
  ['Username contains disallowed characters.', () => t('Use only letters, digits and underscores.')],
  ['Username is reserved.', () => t('This username is reserved.')],
  ['Password empty.', () => t('Password empty.')],
  ['Password too short.', () => t('Password too short.')],
  [
    'Too many people have this password. Please choose another one.',
    () => t('This password is too common. Choose another one.'),
  ],
  [
    'A password should not be your username or the name of this site. Please choose another one.',
    () => t("Your password can't be your username or the name of this site."),
  ],
  ['Please enter a valid email.', () => t('Enter a valid email address.')],
  [
    'An admin marked this account as a bot. Only admins can take that back.',
    () => t('An admin labeled this account. Only admins can remove the label.'),
  ],
  ['Wrong password.', () => t('Invalid password')],
  [
    'Please give your account an e-mail address first, in your settings.',
    () => t('Add an email address in your settings first.'),
  ],
  ['Passwords do not match.', () => t('Passwords do not match.')],
  ['This site does not send mail.', () => t("This site doesn't send email.")],
  [
    'This link is used up or too old. Please ask for a new one.',
    () => t('This link has expired or was already used.'),
  ],

  // Communities, posts and lists
  ['Community name invalid. It is empty.', () => t('Enter a name.')],
  ['Community name invalid. It is too short.', () => t('This name is too short.')],
  ['Community name invalid. It is too long.', () => t('This name is too long.')],
  [
    'Community name invalid. It contains disallowed characters.',
    () => t('Use only letters, digits and underscores.'),
  ],
  ['Community name invalid. This site keeps it for itself.', () => t('This name is reserved.')],
  ['Community name invalid. It is the address of a page of this site.', () => t('This name is reserved.')],
  ['Community name invalid. It could be taken for the site itself.', () => t('This name is reserved.')],
  [
    'You have joined as many communities as one member can join.',
    () => t("You can't join any more communities. Leave one first."),
  ],
  [
    'This community has as many rules as a community can have.',
    () => t("This community can't have any more rules."),
  ],
  ['Rule not found.', () => t('This rule no longer exists.')],
  ['Title too short.', () => t('Title is too short')],
  ['Posting in this community is restricted.', () => t('Only approved members of this community can post.')],
  [
    'This merge cannot be undone: it is undone already, the other post was merged later, or a post has moved.',
    () =>
      t(
        "This merge can't be undone. It may have been undone already, or one of the posts was merged or moved later.",
      ),
  ],
  ['The post was removed, so it cannot be edited.', () => t("This post was removed, so it can't be edited.")],
  ['Invalid URL.', () => t('Please submit a valid URL')],
  ['Max pinned post limit reached.', () => t('Max pinned post limit reached.')],
  ['Cannot pin deleted posts.', () => t("Deleted posts can't be pinned.")],
  ['Only comments on the post itself can be pinned, not replies.', () => t("Replies can't be pinned.")],
  ['Image posts are not allowed', () => t('Image posts are turned off.')],
  [
    'You cannot hide the reports of any more members. Show some again first.',
    () => t("You can't hide any more members' reports. Show some again first."),
  ],
  ['Message body cannot be empty.', () => t('Write something first.')],
  ['Cannot reply to a deleted comment.', () => t("You can't reply to a deleted comment.")],
  ['Cannot reply because match depth is reached.', () => t('Thread too deep.')],
  [
    'Not enough points to post image or link posts.',
    () => t("You don't have enough points for image or link posts yet."),
  ],
  ['Maximum images count exceeded.', () => t('Too many images.')],
  [
    'The picture is damaged or incomplete. Try to save or download it again.',
    () => t('This image is damaged. Try another copy.'),
  ],
  ['This picture cannot be uploaded here.', () => t("This image can't be uploaded here.")],
  [
    'There can be at most 5000 blocked pictures.',
    () => t('You can block at most {max, number} images.', { max: 5000 }),
  ],
  ['The file is empty.', () => t('This file is empty.')],
  [
    'Animations are accepted as GIF or WebP, not as PNG or AVIF. Save it as GIF or WebP, or a single picture of it as JPEG or PNG.',
    () => t('Animations must be GIF or WebP.'),
  ],
  ['list name is too short.', () => t('This name is too short.')],
  ['list name is too long.', () => t('This name is too long.')],
  ['list name contains disallowed characters.', () => t('Use only letters, digits and underscores.')],
  [
    'You have as many lists as one member can have.',
    () => t("You can't have any more lists. Delete one first."),
  ],
  [
    'You have muted as many as one member can mute.',
    () => t("You've reached the mute limit. Unmute someone first."),
  ],

  // Moderation and notices
  ['You cannot report your own content.', () => t("You can't report your own content.")],
  ["Admin can't ban another admin, yo!", () => t("Admins can't be banned.")],
  [
    'An appeal needs a text, and is against a removal or lock of a post or comment, or a ban.',
    () => t('Explain why you disagree.'),
  ],
  ['There is an appeal against this already.', () => t("You've already appealed this.")],
  ['Someone else has answered this appeal.', () => t('Someone else already answered this appeal.')],
  ['Someone else answers your appeals.', () => t("You can't answer your own appeal.")],
  [
    'Another moderator answers appeals against what you did, or an admin.',
    () => t('Another moderator or an admin has to answer this appeal.'),
  ],
  [
    'There is nothing at this address that you can see. Copy the address of the page itself.',
    () => t("We couldn't find anything at this address. Copy it from your browser's address bar."),
  ],
  ['Please explain why.', () => t('Please explain why.')],
  ['Please give your name and a valid email address.', () => t('Enter your name and a valid email address.')],
  [
    'Please confirm that what you write is accurate and complete, as far as you know.',
    () => t('Please confirm that what you wrote is accurate and complete.'),
  ],
  [
    'You have reported this already. The admins will decide about it.',
    () => t("You've already reported this."),
  ],
  [
    'Please explain what is wrong with the decision.',
    () => t('Please explain what is wrong with the decision.'),
  ],
  [
    'You can complain once, within six months of the decision.',
    () => t('You can contest a decision only once, within six months.'),
  ],
  [
    'Choose an action that fits the notice, and give reasons.',
    () => t('Choose an action that fits the notice, and give reasons.'),
  ],
  [
    'Another admin has to decide: this notice is from you, about you, or about your decision.',
    () => t('Another admin has to decide: this notice involves you.'),
  ],
  ['A message needs a text, and the first one a subject.', () => t('Add a subject and a message.')],
  ['That is you.', () => t("You can't message yourself.")],
  [
    'You have too many open conversations with these moderators. Please go on in one of them.',
    () => t('You have too many open conversations here. Continue one of them.'),
  ],
  ['A note needs a text.', () => t('Write something first.')],
  [
    'Notes about you are for the other moderators.',
    () => t('Only other moderators can see notes about you.'),
  ],
  [
    'There are too many notes about this member. Please delete one first.',
    () => t('There are too many notes. Delete one first.'),
  ],

  // Review
  [
    'It is waiting for review by a moderator. You will be notified.',
    () => t("A moderator will review this first. You'll get a notification."),
  ],
  [
    'Its author has edited it again in the meantime.',
    () => t('The author has edited this again. Check the new version first.'),
  ],
  [
    'The post has moved to another community in the meantime.',
    () => t('The post was moved to another community.'),
  ],
  [
    'You have sent this already. It is waiting for review by a moderator.',
    () => t("You've already sent this. It's waiting for review."),
  ],
  ['It does not wait for review any more.', () => t('Another moderator already decided this.')],

  // For admins
  ['Cannot continue because the user is deleted.', () => t('This account was deleted.')],
  ['Cannot continue because the user is banned.', () => t('This member is banned.')],
  ['The site needs another admin first.', () => t('Make someone else an admin first.')],
  [
    'The accounts have changed meanwhile. Check them and confirm again.',
    () => t('The accounts have changed. Check them and confirm again.'),
  ],
  [
    'Check the filters: a time, domain or text is invalid.',
    () => t('Check the filters: a time, domain or text is invalid.'),
  ],
  [
    'A bulk action can remove at most 20,000 posts and comments. Narrow the filters.',
    () => t('Too many for one action. Add filters.'),
  ],
  ['No posts or comments match.', () => t('No posts or comments match.')],
  ['A backup is being made already.', () => t('A backup is already running.')],
  [
    'Error parsing IP address: it is neither an address nor a range of addresses.',
    () => t("This isn't an IP address or range."),
  ],
  ['IP subnet too large.', () => t('This range is too large.')],
  ['You would shut yourself out: your own address is in it.', () => t('This would block your own address.')],
  [
    'You would shut yourself out: you are here through the Tor network.',
    () => t("This would block you: you're connected through Tor."),
  ],
  ['IP block already exists.', () => t('This address is already blocked.')],
  ['IP block not found.', () => t('This block no longer exists.')],
  [
    'This community has as many moderators as a community can have.',
    () => t("This community can't have any more moderators."),
  ],
])

/** @returns null where there is none; then the message of the API, which is in English, says what is wrong. */
export const errorText = (message: string): string | null => texts.get(message)?.() ?? lackingText(message)
