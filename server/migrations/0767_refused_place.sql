-- Where a customer who brings a car back was refused because the place is too far off: metres, and when. Staff are told; it is
-- forgotten once the car is where it belongs.
alter table self_visit add column refused_m int check (refused_m >= 0), add column refused_at timestamptz;
