-- Tickets wait for a person beside orders: they are seen by whoever sees the ticket, as its policy says.
alter table pending_work drop constraint pending_work_subject_check, add check (subject in ('order', 'ticket'));
comment on column pending_work.order_kind is 'Kind of the order, or of the ticket';
comment on column pending_work.return_store_id is 'Of a ticket the store that its car comes to, or the store of the ticket';

drop policy scope on pending_work;
create policy scope on pending_work as restrictive to tenant using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    when 'own' then case when created_by = (select actor()) or subject = 'ticket'
      then array[store_id, return_store_id] && (select current_setting('app.store_ids')::bigint[])::bigint[]
      else (select drives_any()) and array[store_id, return_store_id] && current_setting('app.store_ids')::bigint[]
        and is_own_order(subject_id, store_id, return_store_id, created_by) end
    else is_own_order(subject_id, store_id, return_store_id, created_by)
  end);

-- Whose tickets are to be given to another, when an employee leaves.
create index ticket_assignee on ticket (merchant_id, assignee_id) where assignee_id is not null;

create or replace function tell_of_reassign() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data)
  select new.merchant_id, 'todo.changed', 'account/' || new.id, '{"codes": ["reassign", "ticketReassign"]}'
   where exists (select from driver_task t where t.merchant_id = new.merchant_id and t.account_id = new.id and t.status in ({driverTaskStatus.waiting}, {driverTaskStatus.running}))
      or exists (select from ticket t where t.merchant_id = new.merchant_id and t.assignee_id = new.id)
  on conflict do nothing;
  return null;
end $$;
