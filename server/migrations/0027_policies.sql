-- Insurance policies of a vehicle, which are documents of kind 3: what they insure, and their premium as a cost of the vehicle.
alter table vehicle_document add column sum_insured_fen bigint check (sum_insured_fen > 0);
comment on column vehicle_document.sum_insured_fen is 'Of a policy: 保额, fen; null: not known';
comment on column vehicle_document.amount_fen is 'Of a policy: its premium, which is a cost of its period (vehicle_cost, source 6). Premiums from before are not: they may have been entered as costs by hand';

alter table vehicle_cost drop constraint vehicle_cost_source_check;
alter table vehicle_cost add constraint vehicle_cost_source_check check (source between 1 and 6);
comment on column vehicle_cost.ref_id is 'By source: the ticket, the job of the import, the plan, the fine, the policy';
