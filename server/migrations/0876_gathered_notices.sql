-- Notices of one kind that nobody has read yet become one, which says how many there are.
alter table notification add column gathered int not null default 1 check (gathered > 0);
comment on column notification.gathered is 'How many notices it stands for';
