-- Terminals in cars, where they are and what they were told. Coordinates are WGS-84 in millionths of a degree, speeds in 0.1 km/h,
-- as terminals tell them.

-- Which terminal is whose: read by the gateway before it knows a merchant, so outside of any policy.
create table terminal (
  -- The phone of its header as lower-case hex without leading zeros, so that it is the same in frames of 2013 and of 2019.
  phone text primary key check (phone ~ '^(0|[1-9a-f][0-9a-f]{0,19})$'),
  merchant_id bigint not null references merchant (id),
  device_id bigint not null unique,
  auth_hash bytea,
  -- Rises when the code is made new: a terminal that asks again for a lost answer gets the same code until then.
  code_no int not null default 1,
  registered_at timestamptz,
  created_at timestamptz not null default app_now()
);
comment on table terminal is 'Registry of the platform: phone of a terminal, whose device it is, and its code. Read by the gateway; tenants reach it through functions alone';
alter table terminal owner to app_owner;
grant select, insert, update on terminal to definer;

-- Processes that hold links to terminals; one that is silent for 15 s has lost them.
create table gateway_node (
  id text primary key check (length(id) between 1 and 64),
  started_at timestamptz not null default app_now(),
  beat_at timestamptz not null default app_now()
);
comment on table gateway_node is 'Gateways of vehicle control, with a beat of 5 s';
alter table gateway_node owner to app_owner;
grant select, insert, update, delete on gateway_node to gate, definer;

create table device (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  phone text not null check (phone ~ '^(0|[1-9a-f][0-9a-f]{0,19})$'),
  -- Printed on it, and told when it registers: only one that was entered before gets in.
  terminal_id text not null default '' check (length(terminal_id) <= 30),
  imei text not null default '' check (imei ~ '^([0-9]{15})?$'),
  iccid text not null default '' check (length(iccid) <= 20),
  protocol smallint not null default 2013 check (protocol in (2013, 2019)),
  maker_id text not null default '' check (length(maker_id) <= 11),
  model_code text not null default '' check (length(model_code) <= 30),
  -- How commands are written for it: words of oil and power A 64/65, B F0/F1, C message A006; none: it cannot cut.
  profile smallint not null default 0 check (profile between 0 and 3),
  door_inverted boolean not null default false,
  ctl_short boolean not null default false,
  vehicle_id bigint,
  role smallint not null default 1 check (role between 1 and 2),
  bound_at timestamptz,
  -- Since when the engine is, or may be, cut: set before the bytes leave, cleared by a status bit that confirms the restore or by unbinding.
  cut_at timestamptz,
  remark text not null default '' check (length(remark) <= 200),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  check ((vehicle_id is null) = (bound_at is null)),
  check (vehicle_id is not null or cut_at is null)
);
comment on table device is 'profile 0 无 1 A 2 B 3 C; role 1 主 2 备';
create unique index device_vehicle on device (merchant_id, vehicle_id, role) where vehicle_id is not null;
create index device_page on device (merchant_id, id desc) include (vehicle_id);
select tenant_table('device');
grant update (cut_at, maker_id, model_code, protocol, updated_at) on device to definer;
create policy scope on device as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or vehicle_id is null or sees_vehicle(vehicle_id));

create function sees_device(device_id bigint) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from device d where d.merchant_id = merchant() and d.id = sees_device.device_id);
end $$;

-- Which car a device was in, and when: a track is the car's, wherever its device is today.
create table device_stay (
  merchant_id bigint not null default merchant(),
  device_id bigint not null,
  from_at timestamptz not null default app_now(),
  to_at timestamptz,
  vehicle_id bigint not null,
  role smallint not null,
  primary key (merchant_id, device_id, from_at),
  foreign key (merchant_id, device_id) references device (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table device_stay is 'Devices in cars, [from_at, to_at)';
create index device_stay_vehicle on device_stay (merchant_id, vehicle_id, from_at);
select tenant_table('device_stay');
create policy scope on device_stay as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_vehicle(vehicle_id));

-- What a device says now: a row of its own with no index but its key and room on its page, so that thousands of updates a second stay in place.
create table device_live (
  merchant_id bigint not null default merchant(),
  device_id bigint not null,
  -- Who holds its link; a later one has a higher number, and the older closes when it sees that.
  node text,
  session_no bigint not null default 0,
  connected_at timestamptz,
  last_msg_at timestamptz,
  -- The last fix that was live and newer than the one before, by the device's clock and by ours.
  at timestamptz,
  received_at timestamptz,
  lat_e6 int check (abs(lat_e6) <= 90000000),
  lng_e6 int check (abs(lng_e6) <= 180000000),
  speed smallint,
  pulse_speed smallint,
  course smallint,
  altitude smallint,
  satellites smallint,
  signal smallint,
  -- Status bits of the protocol: 0 ACC, 10 oil cut, 11 power cut, 12 door locked, 13–17 doors.
  status_bits bigint not null default 0,
  alarm_bits bigint not null default 0,
  acc boolean,
  locked boolean,
  door_open boolean,
  cut boolean,
  odometer_m int,
  fuel_dl int,
  battery_mv int,
  -- Since when its valid fixes have been below 5 km/h; null: it moves, or nobody knows.
  stopped_since timestamptz,
  primary key (merchant_id, device_id),
  foreign key (merchant_id, device_id) references device (merchant_id, id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
comment on table device_live is 'Last state of a device; only the gateway writes it. locked and cut null: the device tells nothing of it';
select tenant_table('device_live', '');
grant insert, update on device_live to definer;
create policy scope on device_live as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_device(device_id));

-- Every fix, by days. A day is a partition, made ahead; what has none yet stands in `position_rest` until its day is made.
create table position (
  merchant_id bigint not null default merchant(),
  device_id bigint not null,
  at timestamptz not null,
  received_at timestamptz not null default app_now(),
  lat_e6 int not null,
  lng_e6 int not null,
  speed smallint not null default 0,
  pulse_speed smallint,
  course smallint not null default 0,
  altitude smallint not null default 0,
  satellites smallint,
  signal smallint,
  -- Told with a fix of satellites; without one the place is the last that the device knew.
  valid boolean not null,
  backfill boolean not null default false,
  status_bits bigint not null default 0,
  alarm_bits bigint not null default 0,
  odometer_m int,
  fuel_dl int,
  primary key (merchant_id, device_id, at)
) partition by range (at);
comment on table position is 'Where devices were, kept for trackRetentionDays of the merchant and 365 days at most; a day is reached through this table alone';
select tenant_table('position', '');
grant insert, delete on position to definer;

-- Of a car that one sees, while the device was in it.
create function sees_position(device_id bigint, at timestamptz) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from device_stay s where s.merchant_id = merchant() and s.device_id = sees_position.device_id
    and s.from_at <= sees_position.at and (s.to_at is null or s.to_at > sees_position.at));
end $$;
create policy scope on position as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_position(device_id, at));

create table position_rest partition of position default;
alter table position_rest owner to app_owner;

-- Makes the days up to three ahead and those of rows that had none; drops what is older than 365 days.
create function position_days(now_at timestamptz) returns void language plpgsql security definer
set search_path = public set lock_timeout = '2s' as $$
declare
  today date := (now_at at time zone 'Asia/Shanghai')::date;
  day date;
  name text;
begin
  perform pg_advisory_xact_lock(hashtext('position_days'));
  for day in
    select d::date from generate_series(today - 365, today + 3, interval '1 day') d
     where to_regclass(to_char(d, '"position_"YYYY_MM_DD')) is null and (d >= today or exists (
       select from position_rest r where r.at >= d at time zone 'Asia/Shanghai'
         and r.at < (d + interval '1 day') at time zone 'Asia/Shanghai'))
  loop
    name := to_char(day, '"position_"YYYY_MM_DD');
    execute format('create table %I (like position including defaults)', name);
    execute format('with moved as (delete from position_rest where at >= %1$L and at < %2$L returning *) insert into %3$I select * from moved',
      day::timestamp at time zone 'Asia/Shanghai', (day + 1)::timestamp at time zone 'Asia/Shanghai', name);
    execute format('alter table position attach partition %I for values from (%L) to (%L)', name,
      day::timestamp at time zone 'Asia/Shanghai', (day + 1)::timestamp at time zone 'Asia/Shanghai');
  end loop;
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'position'::regclass and c.relname ~ '^position_\d{4}_\d{2}_\d{2}$'
       and c.relname < to_char(today - 365, '"position_"YYYY_MM_DD')
  loop
    execute format('drop table %I', name);
  end loop;
  delete from position_rest where at < (today - 365)::timestamp at time zone 'Asia/Shanghai';
end $$;
alter function position_days(timestamptz) owner to app_owner;
revoke all on function position_days(timestamptz) from public;
grant execute on function position_days(timestamptz) to gate;

-- Sums of a day that stay when its fixes are gone.
create table device_km (
  merchant_id bigint not null default merchant(),
  device_id bigint not null,
  day date not null,
  metres int not null default 0 check (metres >= 0),
  moving_s int not null default 0 check (moving_s >= 0),
  fixes int not null default 0 check (fixes >= 0),
  odometer_m int,
  primary key (merchant_id, device_id, day),
  foreign key (merchant_id, device_id) references device (merchant_id, id)
) with (fillfactor = 80);
comment on table device_km is 'How far a device went in a day';
select tenant_table('device_km', '');
grant insert, update on device_km to definer;
create policy scope on device_km as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_device(device_id));

-- What somebody told a car to do: the row comes first, a gateway carries it out, and what was refused stays.
create table command (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  vehicle_id bigint not null,
  device_id bigint not null,
  order_id bigint,
  type smallint not null check (type between 1 and 10),
  state smallint not null check (state between 0 and 8),
  -- text of a broadcast, interval and duration of following, parameters.
  params jsonb not null default '{}',
  reason text not null default '' check (length(reason) <= 200),
  category smallint check (category between 1 and 4),
  -- A cut that waits until the car stands, up to two hours.
  armed boolean not null default false,
  -- A second person's yes is asked for from ready_at on (a merchant without one waits); expire_at ends 0 and 1.
  ready_at timestamptz,
  expire_at timestamptz,
  approved_by bigint,
  approved_at timestamptz,
  node text,
  session_no bigint,
  serial int check (serial >= 0 and serial <= 65535),
  sends smallint not null default 0,
  sent_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  -- The number of the refusal, where it was refused; or what the device answered.
  refusal int,
  answer smallint,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, device_id) references device (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  check ((state = {commandState.refused}) = (refusal is not null)),
  check ((type = {commandType.engineCut}) >= (category is not null))
);
comment on table command is 'type, state: domain vehicle-control/codes.ts; category 1 超时失联 2 被盗 3 合同解除 4 公安要求; created_by 0: the system';
create unique index command_running on command (merchant_id, vehicle_id, type)
  where state in ({commandState.toApprove}, {commandState.toSend}, {commandState.sent});
create index command_vehicle on command (merchant_id, vehicle_id, id desc);
create index command_open on command (merchant_id, device_id, state, id)
  where state in ({commandState.toApprove}, {commandState.toSend}, {commandState.sent}, {commandState.answered});
create index command_due on command (expire_at, id) where state in ({commandState.toApprove}, {commandState.toSend});
select tenant_table('command');
grant insert, update on command to definer;
create policy scope on command as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_vehicle(vehicle_id));

create table fence (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null check (length(name) between 1 and 30),
  kind smallint not null check (kind between 1 and 3),
  -- {center: [lng, lat], radiusM} or {ring: [[lng, lat], …]}, degrees in WGS-84.
  shape jsonb not null,
  rule smallint not null check (rule between 1 and 4),
  limit_kmh smallint check (limit_kmh between 10 and 200),
  -- {all: true}, {storeIds}, {modelIds} or {vehicleIds}.
  targets jsonb not null default '{"all": true}',
  -- Hours of a day it holds in; null: all of them.
  hours jsonb,
  level smallint not null default 2 check (level between 1 and 3),
  active boolean not null default true,
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  check ((rule = {fenceRule.speed}) = (limit_kmh is not null))
);
comment on table fence is 'kind 1 圆 2 多边形 3 城市范围; rule 1 驶出 2 驶入 3 超速 4 禁断油电';
select tenant_table('fence');

create table alarm (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  -- A bit of the protocol, or 101 and up: found by us.
  type smallint not null check (type between 0 and 199),
  level smallint not null check (level between 1 and 3),
  vehicle_id bigint,
  device_id bigint not null,
  order_id bigint,
  fence_id bigint,
  start_at timestamptz not null,
  end_at timestamptz,
  lat_e6 int,
  lng_e6 int,
  state smallint not null default 0 check (state between 0 and 3),
  handled_by bigint,
  handled_at timestamptz,
  note text not null default '' check (length(note) <= 200),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, device_id) references device (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, fence_id) references fence (merchant_id, id)
);
comment on table alarm is 'type, level: domain vehicle-control/codes.ts; state 0 未处理 1 处理中 2 已处理 3 误报';
-- One of a kind at a time.
create unique index alarm_open on alarm (merchant_id, device_id, type) where end_at is null;
create index alarm_waits on alarm (merchant_id, level desc, id) where state in ({alarmState.open}, {alarmState.running});
create index alarm_vehicle on alarm (merchant_id, vehicle_id, id desc);
select tenant_table('alarm');
grant insert, update on alarm to definer;
create policy scope on alarm as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or vehicle_id is not null and sees_vehicle(vehicle_id));

create table alarm_rule (
  merchant_id bigint not null default merchant(),
  type smallint not null check (type between 0 and 199),
  level smallint not null check (level between 1 and 3),
  active boolean not null default true,
  notify boolean not null default true,
  version int not null default 1,
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, type)
);
comment on table alarm_rule is 'What a merchant says otherwise than the product of a type of alarm';
select tenant_table('alarm_rule');

-- Takes a number of the platform for a device of this merchant; false: it is somebody's.
create function terminal_take(phone text, device_id bigint) returns boolean language plpgsql security definer set search_path = public as $$
begin
  insert into terminal (phone, merchant_id, device_id) values (terminal_take.phone, merchant(), terminal_take.device_id)
    on conflict do nothing;
  return found;
end $$;
alter function terminal_take(text, bigint) owner to definer;
revoke all on function terminal_take(text, bigint) from public;
grant execute on function terminal_take(text, bigint) to tenant;

-- From now on its terminal has to register anew.
create function terminal_renew(device_id bigint) returns boolean language plpgsql security definer set search_path = public as $$
begin
  update terminal t set auth_hash = null, code_no = code_no + 1, registered_at = null
   where t.merchant_id = merchant() and t.device_id = terminal_renew.device_id;
  return found;
end $$;
alter function terminal_renew(bigint) owner to definer;
revoke all on function terminal_renew(bigint) from public;
grant execute on function terminal_renew(bigint) to tenant;

select position_days(now());
