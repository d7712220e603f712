-- Attempts of a day are summed by net: an IPv6 address is one of the many that its holder has (a /64 at least, often a /48).
alter table login_attempt add column net text not null default '';
comment on column login_attempt.net is 'The /48 of an IPv6 address, any other as it is; ip holds the /64';
create index login_attempt_net on login_attempt (net, at) where not ok;
