-- Who does what waits for a person, and until when; nobody named: whoever may.
alter table task add column assignee_id bigint, add column due_at timestamptz;
alter table task add foreign key (merchant_id, assignee_id) references account (merchant_id, id);
comment on column task.assignee_id is 'in whose to-dos alone it stands; null: in those of all who may do it';
