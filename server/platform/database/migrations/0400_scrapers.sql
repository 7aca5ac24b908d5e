-- Networks that followed the link which only programs follow, and until when they count as scrapers. Adds a table.
create table scraper_networks (
  -- An IPv4 address, or the /64 of an IPv6 address.
  network text primary key check (length(network) <= 50),
  until timestamptz not null
);
create index scraper_networks_by_end on scraper_networks (until);

create function notify_scraper_networks() returns trigger language plpgsql as $$ begin
  perform pg_notify('scraper_networks', '');
  return null;
end $$;
create trigger notify_scraper_networks after insert or update on scraper_networks
  for each statement execute function notify_scraper_networks();
