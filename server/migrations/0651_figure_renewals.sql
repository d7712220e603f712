-- Renewals by their own rent, and violations by the minute they happened. What was kept has neither: it is taken up anew.
alter table figure_day add column renewal_rent_fen bigint not null default 0;
alter table figure_day add column violations bigint not null default 0;
delete from follower where name = 'figures';

create function tell_of_violation() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.order_id is not null then
    perform tell_of_figures(new.merchant_id, 'order', new.order_id, new.occur_at);
  end if;
  if tg_op = 'UPDATE' and old.order_id is not null then
    perform tell_of_figures(new.merchant_id, 'order', old.order_id, old.occur_at);
  end if;
  return null;
end $$;
alter function tell_of_violation() owner to definer;
revoke all on function tell_of_violation() from public;
create trigger told_figures_new after insert on violation for each row when (new.order_id is not null) execute function tell_of_violation();
create trigger told_figures after update of order_id, occur_at, status on violation for each row
  when ((old.order_id, old.occur_at, old.status = {violationStatus.void}) is distinct from (new.order_id, new.occur_at, new.status = {violationStatus.void}))
  execute function tell_of_violation();
