-- A car is moved from its store to another; who sees either of them sees the ticket.
alter table ticket
  add column to_store_id bigint,
  add column reason smallint check (reason between 1 and 5),
  add column mode smallint check (mode in (1, 2)),
  add column carrier text not null default '' check (length(carrier) <= 60),
  add column waybill text not null default '' check (length(waybill) <= 40),
  add column change_home boolean not null default false,
  add column start_fuel_pct smallint check (start_fuel_pct between 0 and 100),
  add column start_battery_pct smallint check (start_battery_pct between 0 and 100),
  add column end_fuel_pct smallint check (end_fuel_pct between 0 and 100),
  add column end_battery_pct smallint check (end_battery_pct between 0 and 100),
  add foreign key (merchant_id, to_store_id) references store (merchant_id, id),
  add check (kind <> {ticketKind.relocation} or (to_store_id is not null and to_store_id <> store_id and reason is not null and mode is not null));
comment on column ticket.change_home is 'The car belongs to to_store_id from its arrival on; its pool_delta rows have ref_type ''relocation''';
drop policy scope on ticket;
select store_scoped('ticket', 'store_id', 'to_store_id');
