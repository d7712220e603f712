-- Tickets of yearly inspection: the last good day they are for, what the station said, and where a ticket of maintenance came from.
alter table ticket
  -- The last good day of the paper when it was made; null where the car had none.
  add column due_on date,
  add column agency text not null default '' check (length(agency) <= 60),
  add column place text not null default '' check (length(place) <= 120),
  add column inspected_on date,
  add column new_end_on date,
  add column inspection_result smallint check (inspection_result in (1, 2)),
  add column certificate_ids bigint[] not null default '{}',
  -- The ticket that this one was made from.
  add column origin_id bigint,
  add foreign key (merchant_id, origin_id) references ticket (merchant_id, id);
comment on column ticket.inspection_result is '1 合格 2 不合格';
-- One for a car and the end of its paper, however many servers make them; of a car without a paper one at a time.
create unique index ticket_inspection on ticket (merchant_id, vehicle_id, due_on) nulls not distinct
  where kind = {ticketKind.yearly} and (status in ({yearlyStatus.waiting}, {yearlyStatus.running}, {yearlyStatus.again})
    or status = {yearlyStatus.done} and due_on is not null);
-- One repair at a time comes of a ticket.
create unique index ticket_origin on ticket (merchant_id, origin_id) where kind = {ticketKind.maintenance} and status in ({maintenanceStatus.waiting}, {maintenanceStatus.repairing}, {maintenanceStatus.checking});
