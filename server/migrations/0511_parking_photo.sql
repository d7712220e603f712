-- Where a car stands, as it was photographed at its return; it goes with the words of it.
alter table vehicle add column parking_photo_id bigint;
comment on column vehicle.parking_photo_id is 'With parking_note: from the return until the next pickup, or until somebody writes another place';
