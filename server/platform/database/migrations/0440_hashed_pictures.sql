-- Images without a hash are looked for only among those that can be blocked.
drop index images_without_hash;
create index images_without_hash on images (id) where hash is null and use = 'post' and stored_at is not null;
