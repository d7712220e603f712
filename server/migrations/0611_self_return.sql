-- A customer brings a car back alone: where it stands, and the minute by which the return counts.
alter table self_visit add column placed_at timestamptz;
comment on column self_visit.placed_at is 'When the customer said where the car stands; distance_m is null with it where they gave no position, or none that tells anything';
-- By the server's clock, written once staff have passed or taken over what was handed in: no person dates it.
alter table pickup_return_record add column handed_in_at timestamptz;
comment on column pickup_return_record.handed_in_at is 'When the customer handed a return in without staff; a return dated by it is no backdating';
