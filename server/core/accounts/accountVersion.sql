-- Changes whenever a row behind the JSON of an account changes: `xmin` is the transaction that last wrote a row. Of the same form
-- as in ownAccount.sql. Not for moderators, whose JSON also depends on their communities.
-- Uses users_pkey and images_pkey. Takes no locks. One round trip.
select concat_ws('-', author.id, author.xmin, (select images.xmin from images where images.id = author.picture_id)) as version
from users as author where author.id = :member_id
