-- Since when the quote or the costs of a ticket wait for the approval of a second person; null while they do not.
alter table ticket add column asked_at timestamptz;
comment on column ticket.quoted_by is 'who entered what the ticket costs last: the quote or the costs';
create index ticket_asked on ticket (merchant_id, id) where asked_at is not null;
-- Quotes that wait already, by the limit of their store, else of the merchant, else by the standard one.
update ticket t set asked_at = t.updated_at
  from store s join merchant m on m.id = s.merchant_id
 where s.merchant_id = t.merchant_id and s.id = t.store_id and t.kind = {ticketKind.maintenance}
   and t.status in ({maintenanceStatus.waiting}, {maintenanceStatus.repairing}) and t.quote_fen > coalesce(t.approved_fen, 0)
   and t.quote_fen > coalesce((s.settings ->> 'maintainApproveLimitFen')::bigint, (m.settings ->> 'maintainApproveLimitFen')::bigint, 200000);
