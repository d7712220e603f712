-- What goes with a car is a list, as every record that the product writes has it; a row without it said an object.
alter table pickup_return_record alter column accessories set default '[]';
update pickup_return_record set accessories = '[]' where accessories = '{}';
