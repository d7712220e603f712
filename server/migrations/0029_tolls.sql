-- Lines of the bills of ETC cards, car parks and chargers: matched to who had the car, and asked of the customer as a supplement.
create table toll_line (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind smallint not null check (kind between 1 and 3),
  provider text not null default '' check (length(provider) <= 40),
  line_no text check (length(line_no) between 1 and 60),
  plate text not null default '' check (length(plate) <= 10),
  card_no text not null default '' check (length(card_no) <= 40),
  vehicle_id bigint,
  in_at timestamptz,
  out_at timestamptz not null,
  place text not null default '' check (length(place) <= 200),
  fen bigint not null check (fen > 0),
  status smallint not null check (status between 1 and 6),
  by_hand boolean not null default false,
  order_id bigint,
  store_id bigint,
  supplement_id bigint,
  reason text not null default '' check (length(reason) <= 200),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  foreign key (merchant_id, supplement_id) references supplement (merchant_id, id),
  check (in_at <= out_at),
  check (plate <> '' or card_no <> ''),
  check (status not in ({tollStatus.toCharge}, {tollStatus.asked}, {tollStatus.paid}) or order_id is not null),
  check ((supplement_id is not null) = (status in ({tollStatus.asked}, {tollStatus.paid})))
);
comment on table toll_line is 'kind 1 过路费 2 停车 3 充电; status 1 待匹配 2 待收 3 待支付 4 已收 5 商家承担 6 已作废';
comment on column toll_line.order_id is 'Who had the car; also of a line that the merchant bears although a customer had it';
comment on column toll_line.by_hand is 'Staff decided who bears it: it no longer follows the rental times';
comment on column toll_line.reason is 'Why the merchant bears it, or why it is void';
create unique index toll_line_once on toll_line (merchant_id, provider, line_no) where line_no is not null and status <> {tollStatus.void};
create index toll_line_list on toll_line (merchant_id, status, out_at desc, id desc);
create index toll_line_all on toll_line (merchant_id, out_at desc, id desc);
create index toll_line_due on toll_line (merchant_id, order_id) include (out_at, fen) where status = {tollStatus.toCharge};
create index toll_line_plate on toll_line (merchant_id, plate, out_at);
create index toll_line_card on toll_line (merchant_id, card_no, out_at) where card_no <> '';
create index toll_line_vehicle on toll_line (merchant_id, vehicle_id, out_at);
create index toll_line_order on toll_line (merchant_id, order_id, out_at) where order_id is not null;
create index toll_line_store on toll_line (merchant_id, store_id, out_at);
create index toll_line_supplement on toll_line (merchant_id, supplement_id) where supplement_id is not null;
select tenant_table('toll_line');

-- Seen like a violation: by who sees its order; without one by the people of its store.
create policy scope on toll_line as restrictive to tenant using (
  (select current_setting('app.scope')) = 'all'
  or case when order_id is not null then sees_order(order_id)
    else (select current_setting('app.scope')) = 'stores'
      and store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]) end);

-- The car of an ETC card or charging card: staff say it once, with the first line of that card.
create table toll_card (
  merchant_id bigint not null default merchant(),
  card_no text not null check (length(card_no) between 1 and 40),
  vehicle_id bigint not null,
  updated_at timestamptz not null default app_now(),
  updated_by bigint not null default actor(),
  primary key (merchant_id, card_no),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table toll_card is 'Cards whose bills have no plate, by the car that carries them';
create index toll_card_vehicle on toll_card (merchant_id, vehicle_id);
select tenant_table('toll_card');

alter table vehicle_cost drop constraint vehicle_cost_source_check;
alter table vehicle_cost add constraint vehicle_cost_source_check check (source between 1 and 9);
comment on column vehicle_cost.ref_id is 'By source: the ticket, the job of the import, the plan, the fine, the policy, the insurance case, the line of a toll bill';

-- The merchant pays the provider for every line, whoever bears it in the end: each line is a cost of its car. What a customer is charged
-- for it is income of the order (journal 11, service income), so that both count once and the car earns nothing by it.
create function toll_cost_follows() returns trigger language plpgsql set search_path = public as $$
begin
  perform vehicle_cost_follows(new.merchant_id, {costSource.toll}::smallint, new.id, new.vehicle_id,
    (case new.kind when {tollKind.toll} then {costKind.toll} when {tollKind.parking} then {costKind.parking} else {costKind.charging} end)::smallint,
    case when new.status = {tollStatus.void} then '[]'::jsonb
      else jsonb_build_array(jsonb_build_object('day', (new.out_at at time zone 'Asia/Shanghai')::date, 'fen', new.fen)) end);
  return null;
end $$;
create trigger costs_new after insert on toll_line for each row when (new.vehicle_id is not null) execute function toll_cost_follows();
create trigger costs after update on toll_line for each row
  when (new.vehicle_id is not null and (old.vehicle_id is null or (old.status = {tollStatus.void}) <> (new.status = {tollStatus.void})))
  execute function toll_cost_follows();

alter table pending_work drop constraint pending_work_subject_check;
alter table pending_work add constraint pending_work_subject_check
  check (subject in ('order', 'ticket', 'violation', 'referral', 'alarm', 'insurance', 'toll'));

alter table import_choice drop constraint import_choice_field_check;
alter table import_choice add constraint import_choice_field_check
  check (field in ('column', 'violationColumn', 'statementColumn', 'costColumn', 'tollColumn', 'model', 'store'));
