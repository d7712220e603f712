-- A garage that is merged into another leaves its payee with it: else no closing books what its tickets cost. Where both garages have a
-- payee, each keeps the bills that it has, and new ones go to the one that stays.
create function payee_follows_garage() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update payee p set origin_id = new.merged_into_id
   where p.merchant_id = new.merchant_id and p.kind = {payeeKind.garage} and p.origin_id = new.id
     and not exists (select from payee q where q.merchant_id = p.merchant_id and q.kind = p.kind and q.origin_id = new.merged_into_id);
  return null;
end $$;
alter function payee_follows_garage() owner to definer;
revoke all on function payee_follows_garage() from public;
grant update (origin_id) on payee to definer;
create trigger payee_follows after update of merged_into_id on garage for each row
  when (old.merged_into_id is null and new.merged_into_id is not null) execute function payee_follows_garage();

-- Those of garages that were merged before, to where their tickets went in the end. Of several that meet there the oldest goes along.
with recursive gone as (
  select merchant_id, id, merged_into_id as now_id from garage where merged_into_id is not null
  union
  select g.merchant_id, g.id, n.merged_into_id from gone g
    join garage n on n.merchant_id = g.merchant_id and n.id = g.now_id where n.merged_into_id is not null),
 went as (
  select distinct on (g.merchant_id, g.now_id) p.merchant_id, p.id, g.now_id from gone g
    join garage n on n.merchant_id = g.merchant_id and n.id = g.now_id and n.merged_into_id is null
    join payee p on p.merchant_id = g.merchant_id and p.kind = {payeeKind.garage} and p.origin_id = g.id
   where not exists (select from payee q where q.merchant_id = p.merchant_id and q.kind = p.kind and q.origin_id = g.now_id)
   order by g.merchant_id, g.now_id, p.id)
update payee p set origin_id = w.now_id from went w where w.merchant_id = p.merchant_id and w.id = p.id;
