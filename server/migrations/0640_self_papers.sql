-- Staff ask for a picture of the renter's papers again, as they ask for one of the car: by which picture, and why.
alter table self_visit add column paper_reasons jsonb not null default '{}';
comment on column self_visit.paper_reasons is '{paper: {mediaId, text}}: wanted again as long as its picture is that one';
