-- A handover that is undone puts its car, its place in the stock and its order back as they stood before.
alter table pickup_return_record add column before jsonb;
comment on column pickup_return_record.before is 'What the confirmation wrote over: readings and place of the car, stay, terms of the order; null for a draft';
