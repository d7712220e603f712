-- What platforms and customers know by a number that counts up (events of a channel, orders) never gets a number a second time. A backup does not
-- know which were given after it, so a restore raises this floor beyond all that its rows have, and whoever counts begins above it.
create sequence number_floor minvalue 0 start 0;
grant select on sequence number_floor to tenant;
