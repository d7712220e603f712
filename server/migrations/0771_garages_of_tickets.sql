-- Garages of earlier tickets are proposed while one is typed: the newest are read, and no others.
create index ticket_garage on ticket (merchant_id, id desc) where garage_name <> '';
