-- An order's status moves only as its steps allow (packages/domain/src/order/steps.ts; a law compares the two): a status
-- written from what was read before somebody else's step is refused here, whoever writes it. Repairs by hand are not.
create function order_moves() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) in (
    (0, 1), (0, 2), (0, 3), (0, 8),
    (1, 2), (1, 3), (1, 8),
    (2, 3), (2, 7),
    (3, 4), (3, 7),
    (4, 3), (4, 5), (4, 7),
    (5, 4), (5, 6),
    (6, 5),
    (7, 2), (7, 3), (7, 4), (7, 8)) then
    return new;
  end if;
  raise exception 'order % cannot go from status % to %', new.id, old.status, new.status;
end $$;

create trigger moves before update on "order" for each row
  when (old.status is distinct from new.status and current_user = 'tenant') execute function order_moves();
