-- Who counts pending work walked a row of each order without a car, thousands of them, though their number is that of the orders in a
-- status, which is kept (0015). So that such an order is not counted again by its other kinds, each row says which kind its order has
-- by its status. Rows of the release before this one do not say it: until the nightly comparison they are counted on their own.
alter table waiting add column status_kind text;
comment on column waiting.status_kind is 'The kind of its order that follows from the status of the order alone, if there is one';
update waiting w set status_kind = s.kind from waiting s
 where s.merchant_id = w.merchant_id and s.subject = w.subject and s.subject_id = w.subject_id and s.kind in ('confirm', 'arrange', 'cancelling');
