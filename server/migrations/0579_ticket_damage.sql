-- A repair that was ordered for a case of damage: one at a time for a case.
alter table ticket
  add column damage_id bigint,
  add foreign key (merchant_id, damage_id) references damage_order (merchant_id, id);
create unique index ticket_damage on ticket (merchant_id, damage_id)
  where status in ({maintenanceStatus.waiting}, {maintenanceStatus.repairing}, {maintenanceStatus.checking});
-- Of a case all that were made for it.
create index ticket_of_damage on ticket (merchant_id, damage_id, id) where damage_id is not null;
