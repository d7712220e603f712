-- Who counts pending work walked a row of each order without a car, thousands of them, though their number is that of the orders in a
-- status, which is kept (0015). So that such an order is not counted again by its other kinds, each row says which kind its order has
-- by its status. Rows of the release before this one do not say it: until the nightly comparison they are counted on their own.
alter table pending_work add column status_kind text;
comment on column pending_work.status_kind is 'The kind of its order that follows from the status of the order alone, if there is one';
update pending_work w set status_kind = s.kind from pending_work s
 where s.merchant_id = w.merchant_id and s.subject = w.subject and s.subject_id = w.subject_id and s.kind in ('confirm', 'arrange', 'cancelling');
