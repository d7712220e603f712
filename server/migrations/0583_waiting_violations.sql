-- Violations wait for a person beside orders and tickets: one of an order is seen as that is, the others by the people of their store.
alter table pending_work drop constraint pending_work_subject_check, add check (subject in ('order', 'ticket', 'violation'));
comment on column pending_work.order_kind is 'Kind of the order, or of the ticket; of a violation 0';
comment on column pending_work.store_id is 'Of a violation that is of no store 0';
