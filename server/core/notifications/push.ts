/** The task that pushes one notification. SQL enqueues it: the function `notify_member`, and notifyNextMembers.sql. */
export const pushTask = 'push_notification'
