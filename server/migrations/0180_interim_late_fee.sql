-- An interim late fee (orders.md 11.2.3) is a charge of the return that is in the books before it: it stands from when it is
-- made, and the time that it bought belongs to what the rental has agreed to.
alter table expense_item add column bought jsonb;
comment on column expense_item.bought is 'of an interim late fee: the slots that it bought, as the domain''s TermExtension; the charge is in the books from the beginning';
create index expense_item_bought on expense_item (merchant_id, order_id) where bought is not null;

-- Overdue for a day or more, or with an authorisation of a deposit that ends within three.
create function timer_due_lateproposal(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select o.merchant_id, o.id from "order" o
   where o.status = 5 and o.return_at < now_at and o.id > after_id
     and (o.return_at <= now_at - interval '1 day' or exists (select from deposit_hold h
       where h.merchant_id = o.merchant_id and h.order_id = o.id and h.status = 1 and h.expire_at <= now_at + interval '3 days'))
   order by o.id limit most
$$;
alter function timer_due_lateproposal(timestamptz, bigint, int) owner to definer;
revoke all on function timer_due_lateproposal(timestamptz, bigint, int) from public;
