-- Stores, vehicle models, vehicles, what occupies them, tickets and devices.

-- Functions may name tables that a later file creates.
set local check_function_bodies = off;

create table store (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null check (length(name) between 2 and 30),
  code text not null default '',
  status smallint not null default 1 check (status between 0 and 2),
  city_code text not null,
  city_name text not null default '',
  address text not null default '',
  lat double precision,
  lng double precision,
  phones text[] not null default '{}',
  manager_account_id bigint,
  hours jsonb not null default '[]',
  holidays jsonb not null default '[]',
  pickup_modes smallint[] not null default '{1,2,3}',
  return_modes smallint[] not null default '{1,2,3}',
  service_areas jsonb not null default '[]',
  min_lead_minutes int not null default 120 check (min_lead_minutes between 0 and 10080),
  max_advance_days int not null default 180 check (max_advance_days between 1 and 365),
  min_rent_hours int not null default 1 check (min_rent_hours between 1 and 720),
  max_rent_days int not null default 60 check (max_rent_days between 1 and 60),
  settings jsonb not null default '{}',
  allow_one_way boolean not null default true,
  one_way_stores bigint[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  photo_ids bigint[] not null default '{}',
  -- A store may take money by ways of its own, and up to a limit of its own; what it has none of is the merchant's.
  pay_settings jsonb not null default '{}',
  primary key (merchant_id, id)
);
comment on column store.status is '1 营业 0 暂停 2 关闭';
comment on column store.one_way_stores is 'empty: any store of the same merchant that a fee row allows';
comment on column store.pay_settings is 'payWays: the ways of this store, limits.maxPayment: its largest single payment (fen); what is left out is the merchant''s (merchant.pay_settings)';
create unique index store_name on store (merchant_id, name) where status <> {storeStatus.closed};
select tenant_table('store');
create policy gate on store for select to gate using (true);
grant select (merchant_id, status) on store to gate;

-- Distances by road as the map service said them: it looks at the traffic, and a price that is asked for again stays the same. Places
-- are WGS-84, rounded to some ten metres: `121.3363,31.2979`.
create table road_distance (
  merchant_id bigint not null default merchant(),
  origin text not null check (length(origin) <= 20),
  destination text not null check (length(destination) <= 20),
  metres int not null check (metres >= 0),
  asked_at timestamptz not null default app_now(),
  primary key (merchant_id, origin, destination)
);
select tenant_table('road_distance', 'insert');
grant delete on road_distance to definer;

-- Models, cars and their papers.
-- The platform's: the same for every merchant, who copies rows into models of its own.
create table model_library (
  id bigint default nextval('row_id') primary key,
  brand text not null,
  series text not null,
  name text not null,
  config text not null default '',
  model_year smallint,
  car_type smallint not null check (car_type between 1 and 9),
  seats smallint not null check (seats between 2 and 55),
  doors smallint not null,
  gearbox smallint not null check (gearbox in (1, 2)),
  energy smallint not null check (energy between 1 and 6),
  displacement text not null default '',
  tank_l numeric(6,1) not null default 0,
  battery_kwh numeric(6,1) not null default 0,
  range_km int not null default 0,
  licence_class text not null default 'C1'
);
comment on table model_library is '平台车型库: tank, battery and range as the makers state them (CLTC), rounded';
alter table model_library owner to app_owner;
create unique index model_library_name on model_library (name, coalesce(model_year, 0), config);
insert into model_library
  (brand, series, name, config, model_year, car_type, seats, doors, gearbox, energy, displacement, tank_l, battery_kwh, range_km, licence_class)
values
  ('大众', '朗逸', '大众朗逸', '1.5L 自动舒适版', 2024, 1, 5, 4, 1, 1, '1.5L', 50, 0, 0, 'C2'),
  ('大众', '速腾', '大众速腾', '1.4T 自动', 2024, 2, 5, 4, 1, 1, '1.4T', 50, 0, 0, 'C2'),
  ('大众', '迈腾', '大众迈腾', '2.0T 自动', 2024, 2, 5, 4, 1, 1, '2.0T', 64, 0, 0, 'C2'),
  ('大众', '帕萨特', '大众帕萨特', '2.0T 自动', 2024, 2, 5, 4, 1, 1, '2.0T', 64, 0, 0, 'C2'),
  ('大众', 'POLO', '大众POLO', '1.5L 自动', 2023, 1, 5, 5, 1, 1, '1.5L', 45, 0, 0, 'C2'),
  ('大众', '途观L', '大众途观L', '2.0T 自动两驱', 2024, 3, 5, 5, 1, 1, '2.0T', 60, 0, 0, 'C2'),
  ('大众', '途昂', '大众途昂', '2.0T 自动四驱', 2024, 3, 7, 5, 1, 1, '2.0T', 72, 0, 0, 'C2'),
  ('大众', '威然', '大众威然', '2.0T 自动', 2024, 4, 7, 5, 1, 1, '2.0T', 70, 0, 0, 'C2'),
  ('大众', 'ID.4 X', '大众ID.4 X', '长续航', 2024, 3, 5, 5, 1, 3, '', 0, 83.4, 607, 'C2'),
  ('大众', 'ID.3', '大众ID.3', '标准续航', 2024, 1, 5, 5, 1, 3, '', 0, 52.8, 450, 'C2'),
  ('丰田', '卡罗拉', '丰田卡罗拉', '1.2T CVT', 2024, 1, 5, 4, 1, 1, '1.2T', 50, 0, 0, 'C2'),
  ('丰田', '卡罗拉', '丰田卡罗拉双擎', '1.8L 混动', 2024, 1, 5, 4, 1, 6, '1.8L', 43, 0, 0, 'C2'),
  ('丰田', '雷凌', '丰田雷凌', '1.2T CVT', 2024, 1, 5, 4, 1, 1, '1.2T', 50, 0, 0, 'C2'),
  ('丰田', '凯美瑞', '丰田凯美瑞', '2.0L 自动', 2024, 2, 5, 4, 1, 1, '2.0L', 60, 0, 0, 'C2'),
  ('丰田', '凯美瑞', '丰田凯美瑞双擎', '2.5L 混动', 2024, 2, 5, 4, 1, 6, '2.5L', 49, 0, 0, 'C2'),
  ('丰田', 'RAV4荣放', '丰田RAV4荣放', '2.0L CVT两驱', 2024, 3, 5, 5, 1, 1, '2.0L', 55, 0, 0, 'C2'),
  ('丰田', '汉兰达', '丰田汉兰达', '2.5L 混动四驱', 2024, 3, 7, 5, 1, 6, '2.5L', 65, 0, 0, 'C2'),
  ('丰田', '普拉多', '丰田普拉多', '2.4T 混动四驱', 2024, 3, 5, 5, 1, 6, '2.4T', 80, 0, 0, 'C2'),
  ('丰田', '赛那', '丰田赛那', '2.5L 混动', 2024, 4, 7, 5, 1, 6, '2.5L', 68, 0, 0, 'C2'),
  ('丰田', '埃尔法', '丰田埃尔法', '2.5L 混动', 2024, 4, 7, 5, 1, 6, '2.5L', 65, 0, 0, 'C2'),
  ('丰田', '柯斯达', '丰田柯斯达', '2.7L 手动 20座', 2023, 9, 20, 2, 2, 1, '2.7L', 95, 0, 0, 'A1'),
  ('本田', '思域', '本田思域', '1.5T CVT', 2024, 2, 5, 4, 1, 1, '1.5T', 47, 0, 0, 'C2'),
  ('本田', '雅阁', '本田雅阁', '1.5T CVT', 2024, 2, 5, 4, 1, 1, '1.5T', 56, 0, 0, 'C2'),
  ('本田', 'CR-V', '本田CR-V', '1.5T CVT两驱', 2024, 3, 5, 5, 1, 1, '1.5T', 53, 0, 0, 'C2'),
  ('本田', '奥德赛', '本田奥德赛', '2.0L 混动', 2024, 4, 7, 5, 1, 6, '2.0L', 55, 0, 0, 'C2'),
  ('日产', '轩逸', '日产轩逸', '1.6L CVT', 2024, 1, 5, 4, 1, 1, '1.6L', 47, 0, 0, 'C2'),
  ('日产', '天籁', '日产天籁', '2.0L CVT', 2024, 2, 5, 4, 1, 1, '2.0L', 65, 0, 0, 'C2'),
  ('日产', '逍客', '日产逍客', '2.0L CVT', 2023, 3, 5, 5, 1, 1, '2.0L', 65, 0, 0, 'C2'),
  ('日产', '奇骏', '日产奇骏', '1.5T CVT两驱', 2023, 3, 5, 5, 1, 1, '1.5T', 55, 0, 0, 'C2'),
  ('现代', '伊兰特', '现代伊兰特', '1.5L CVT', 2024, 1, 5, 4, 1, 1, '1.5L', 47, 0, 0, 'C2'),
  ('起亚', 'K3', '起亚K3', '1.5L CVT', 2023, 1, 5, 4, 1, 1, '1.5L', 50, 0, 0, 'C2'),
  ('别克', '英朗', '别克英朗', '1.5L 自动', 2023, 1, 5, 4, 1, 1, '1.5L', 47, 0, 0, 'C2'),
  ('别克', '君威', '别克君威', '1.5T 自动', 2023, 2, 5, 4, 1, 1, '1.5T', 61, 0, 0, 'C2'),
  ('别克', 'GL8', '别克GL8', '2.0T 陆上公务舱', 2024, 4, 7, 5, 1, 1, '2.0T', 70, 0, 0, 'C2'),
  ('别克', 'GL8', '别克GL8 ES陆尊', '2.0T 豪华型', 2024, 4, 7, 5, 1, 1, '2.0T', 70, 0, 0, 'C2'),
  ('别克', 'GL8', '别克GL8陆尊PHEV', '1.5T 插混', 2024, 4, 7, 5, 1, 4, '1.5T', 56, 24.4, 130, 'C2'),
  ('福特', '蒙迪欧', '福特蒙迪欧', '1.5T 自动', 2024, 2, 5, 4, 1, 1, '1.5T', 62, 0, 0, 'C2'),
  ('福特', '全顺', '福特全顺', '2.2T 手动 15座', 2023, 9, 15, 4, 2, 2, '2.2T', 80, 0, 0, 'B1'),
  ('福特', 'Mustang', '福特Mustang', '2.3T 自动敞篷', 2023, 6, 4, 2, 1, 1, '2.3T', 59, 0, 0, 'C2'),
  ('比亚迪', '秦PLUS', '比亚迪秦PLUS DM-i', '120KM', 2024, 1, 5, 4, 1, 4, '1.5L', 48, 18.3, 120, 'C2'),
  ('比亚迪', '秦PLUS', '比亚迪秦PLUS EV', '510KM', 2024, 1, 5, 4, 1, 3, '', 0, 57.6, 510, 'C2'),
  ('比亚迪', '秦L', '比亚迪秦L DM-i', '120KM', 2024, 2, 5, 4, 1, 4, '1.5L', 65, 15.9, 120, 'C2'),
  ('比亚迪', '汉', '比亚迪汉EV', '605KM', 2024, 2, 5, 4, 1, 3, '', 0, 72, 605, 'C2'),
  ('比亚迪', '汉', '比亚迪汉DM-i', '121KM', 2024, 2, 5, 4, 1, 4, '1.5T', 50, 18.3, 121, 'C2'),
  ('比亚迪', '宋PLUS', '比亚迪宋PLUS DM-i', '110KM', 2024, 3, 5, 5, 1, 4, '1.5L', 60, 18.3, 110, 'C2'),
  ('比亚迪', '宋PLUS', '比亚迪宋PLUS EV', '520KM', 2024, 3, 5, 5, 1, 3, '', 0, 71.8, 520, 'C2'),
  ('比亚迪', '元PLUS', '比亚迪元PLUS', '510KM', 2024, 3, 5, 5, 1, 3, '', 0, 60.5, 510, 'C2'),
  ('比亚迪', '唐', '比亚迪唐DM-i', '112KM', 2024, 3, 7, 5, 1, 4, '1.5T', 53, 21.5, 112, 'C2'),
  ('比亚迪', '海豚', '比亚迪海豚', '420KM', 2024, 1, 5, 5, 1, 3, '', 0, 44.9, 420, 'C2'),
  ('比亚迪', '海鸥', '比亚迪海鸥', '405KM', 2024, 1, 4, 5, 1, 3, '', 0, 38.9, 405, 'C2'),
  ('比亚迪', '海豹', '比亚迪海豹', '550KM', 2024, 2, 5, 4, 1, 3, '', 0, 61.4, 550, 'C2'),
  ('腾势', 'D9', '腾势D9 DM-i', '200KM', 2024, 4, 7, 5, 1, 4, '1.5T', 53, 40.1, 200, 'C2'),
  ('吉利', '帝豪', '吉利帝豪', '1.5L CVT', 2024, 1, 5, 4, 1, 1, '1.5L', 53, 0, 0, 'C2'),
  ('吉利', '星越L', '吉利星越L', '2.0T 自动', 2024, 3, 5, 5, 1, 1, '2.0T', 55, 0, 0, 'C2'),
  ('吉利银河', 'L6', '吉利银河L6', '125KM', 2024, 2, 5, 4, 1, 4, '1.5T', 60, 19.1, 125, 'C2'),
  ('长安', '逸动', '长安逸动', '1.6L 自动', 2023, 1, 5, 4, 1, 1, '1.6L', 53, 0, 0, 'C2'),
  ('长安', 'CS75 PLUS', '长安CS75 PLUS', '1.5T 自动', 2024, 3, 5, 5, 1, 1, '1.5T', 58, 0, 0, 'C2'),
  ('哈弗', 'H6', '哈弗H6', '1.5T 自动', 2024, 3, 5, 5, 1, 1, '1.5T', 58, 0, 0, 'C2'),
  ('坦克', '300', '坦克300', '2.0T 自动四驱', 2024, 3, 5, 5, 1, 1, '2.0T', 75, 0, 0, 'C2'),
  ('奇瑞', '瑞虎8', '奇瑞瑞虎8', '1.6T 自动', 2024, 3, 7, 5, 1, 1, '1.6T', 57, 0, 0, 'C2'),
  ('上汽大通', 'G10', '上汽大通G10', '2.0T 自动', 2023, 4, 7, 5, 1, 1, '2.0T', 75, 0, 0, 'C2'),
  ('上汽大通', 'V80', '上汽大通V80', '2.0T 手动 15座', 2023, 9, 15, 4, 2, 2, '2.0T', 80, 0, 0, 'B1'),
  ('上汽大通', '生活家V90', '上汽大通V90房车', 'C型 6人', 2023, 7, 6, 2, 1, 2, '2.0T', 80, 0, 0, 'C2'),
  ('江铃', '皮卡', '江铃大道', '2.4T 自动四驱', 2024, 8, 5, 4, 1, 2, '2.4T', 75, 0, 0, 'C2'),
  ('长城', '炮', '长城炮', '2.0T 自动四驱', 2024, 8, 5, 4, 1, 1, '2.0T', 78, 0, 0, 'C2'),
  ('传祺', 'M8', '广汽传祺M8', '2.0T 自动', 2024, 4, 7, 5, 1, 1, '2.0T', 66, 0, 0, 'C2'),
  ('埃安', 'AION S', '埃安AION S', '510KM', 2024, 2, 5, 4, 1, 3, '', 0, 59.4, 510, 'C2'),
  ('五菱', '宏光MINIEV', '五菱宏光MINIEV', '215KM', 2024, 1, 4, 3, 1, 3, '', 0, 17.3, 215, 'C2'),
  ('五菱', '五菱宏光', '五菱宏光S', '1.5L 手动', 2023, 4, 7, 5, 2, 1, '1.5L', 45, 0, 0, 'C1'),
  ('特斯拉', 'Model 3', '特斯拉Model 3', '后轮驱动版', 2024, 2, 5, 4, 1, 3, '', 0, 60, 606, 'C2'),
  ('特斯拉', 'Model Y', '特斯拉Model Y', '后轮驱动版', 2024, 3, 5, 5, 1, 3, '', 0, 60, 554, 'C2'),
  ('理想', 'L7', '理想L7', 'Pro', 2024, 3, 5, 5, 1, 5, '1.5T', 65, 42.8, 225, 'C2'),
  ('理想', 'L9', '理想L9', 'Pro', 2024, 5, 6, 5, 1, 5, '1.5T', 65, 52.3, 280, 'C2'),
  ('问界', 'M7', '问界M7', '增程 240KM', 2024, 3, 5, 5, 1, 5, '1.5T', 60, 40, 240, 'C2'),
  ('小鹏', 'P7i', '小鹏P7i', '550KM', 2024, 2, 5, 4, 1, 3, '', 0, 64.4, 550, 'C2'),
  ('蔚来', 'ET5', '蔚来ET5', '75kWh', 2024, 5, 5, 4, 1, 3, '', 0, 75, 560, 'C2'),
  ('小米', 'SU7', '小米SU7', '标准版 700KM', 2024, 2, 5, 4, 1, 3, '', 0, 73.6, 700, 'C2'),
  ('奥迪', 'A4L', '奥迪A4L', '40 TFSI', 2024, 5, 5, 4, 1, 1, '2.0T', 54, 0, 0, 'C2'),
  ('奥迪', 'A6L', '奥迪A6L', '45 TFSI', 2024, 5, 5, 4, 1, 1, '2.0T', 70, 0, 0, 'C2'),
  ('奥迪', 'Q5L', '奥迪Q5L', '40 TFSI 四驱', 2024, 5, 5, 5, 1, 1, '2.0T', 70, 0, 0, 'C2'),
  ('宝马', '3系', '宝马325Li', 'M运动套装', 2024, 5, 5, 4, 1, 1, '2.0T', 59, 0, 0, 'C2'),
  ('宝马', '5系', '宝马530Li', '豪华套装', 2024, 5, 5, 4, 1, 1, '2.0T', 60, 0, 0, 'C2'),
  ('宝马', 'X3', '宝马X3', 'xDrive30i', 2023, 5, 5, 5, 1, 1, '2.0T', 65, 0, 0, 'C2'),
  ('宝马', 'Z4', '宝马Z4', 'sDrive25i 敞篷', 2023, 6, 2, 2, 1, 1, '2.0T', 52, 0, 0, 'C2'),
  ('奔驰', 'C级', '奔驰C260L', '运动版', 2024, 5, 5, 4, 1, 1, '1.5T', 66, 0, 0, 'C2'),
  ('奔驰', 'E级', '奔驰E300L', '时尚型', 2024, 5, 5, 4, 1, 1, '2.0T', 66, 0, 0, 'C2'),
  ('奔驰', 'GLC', '奔驰GLC260L', '4MATIC 动感型', 2024, 5, 5, 5, 1, 1, '2.0T', 62, 0, 0, 'C2'),
  ('奔驰', 'V级', '奔驰V260L', '尊贵版', 2023, 4, 7, 5, 1, 1, '2.0T', 70, 0, 0, 'C2'),
  ('保时捷', '718', '保时捷718 Boxster', '2.0T 敞篷', 2023, 6, 2, 2, 1, 1, '2.0T', 54, 0, 0, 'C2'),
  ('Jeep', '牧马人', 'Jeep牧马人', '2.0T 四门四驱', 2023, 3, 5, 5, 1, 1, '2.0T', 82, 0, 0, 'C2'),
  ('依维柯', '欧胜', '依维柯房车', 'C型 6人', 2023, 7, 6, 2, 1, 2, '3.0T', 90, 0, 0, 'C2');
grant select on model_library to tenant;

create table model (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  brand text not null,
  series text not null,
  name text not null,
  model_year smallint,
  car_type smallint not null check (car_type between 1 and 9),
  seats smallint not null check (seats between 2 and 55),
  doors smallint not null default 4,
  gearbox smallint not null default 1 check (gearbox in (1, 2)),
  energy smallint not null default 1 check (energy between 1 and 6),
  displacement text not null default '',
  tank_l numeric(6,1) not null default 0,
  battery_kwh numeric(6,1) not null default 0,
  range_km int not null default 0,
  licence_class text not null default 'C1',
  images text[] not null default '{}',
  deposit_rent_fen bigint check (deposit_rent_fen >= 0),
  deposit_violation_fen bigint check (deposit_violation_fen >= 0),
  mileage_limit_km_per_day int not null default 0,
  over_mileage_per_km_fen bigint not null default 0,
  class_rank smallint not null default 0,
  status smallint not null default 1 check (status in (0, 1)),
  sort int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  config text not null default '',
  image_ids bigint[] not null default '{}',
  -- Care (保养): a model may have intervals of its own, a car knows when it was last cared for, and what the garage wrote on its sheet.
  care_every_km int check (care_every_km between 1000 and 50000),
  care_every_days smallint check (care_every_days between 30 and 730),
  primary key (merchant_id, id)
);
comment on column model.images is 'paths of image_ids in their order: lists sign links without looking the files up';
comment on column model.class_rank is 'A model of the same or a higher rank may stand in as an upgrade';
comment on column model.care_every_km is 'Null: the setting of the merchant or store; care_every_days likewise';
create unique index model_name on model (merchant_id, name, coalesce(model_year, 0), config);
select tenant_table('model');

create table pool (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  foreign key (merchant_id, model_id) references model (merchant_id, id)
);
comment on table pool is '库存池 (store, model): the row that a booking locks';
create unique index pool_pair on pool (merchant_id, store_id, model_id);
select tenant_table('pool');

create table vehicle (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  plate text not null,
  plate_kind smallint not null default 1,
  plate_color smallint not null default 1,
  vin text not null,
  engine_no text not null default '',
  model_id bigint not null,
  colour text not null default '',
  register_on date,
  use_nature smallint not null default 1,
  ownership smallint not null default 1,
  home_store_id bigint not null,
  current_store_id bigint not null,
  parking_note text not null default '',
  key_count smallint not null default 2,
  odometer_km int not null default 0 check (odometer_km >= 0),
  fuel_pct numeric(5,1),
  battery_pct numeric(5,1),
  insurance_expire_on date,
  inspection_expire_on date,
  lifecycle smallint not null default 0 check (lifecycle between 0 and 3),
  turnaround_done_at timestamptz,
  tags text[] not null default '{}',
  remark text not null default '',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  plate_expire_on date,
  purchase_on date,
  purchase_fen bigint check (purchase_fen >= 0),
  owner_name text not null default '',
  rental_cert_no text not null default '',
  commercial_expire_on date,
  photo_ids bigint[] not null default '{}',
  -- When the first of a vehicle's papers ends, so that the few that end soon are counted from an index instead of the fleet.
  papers_end_on date generated always as (least(insurance_expire_on, inspection_expire_on, commercial_expire_on, plate_expire_on)) stored,
  -- Where a car stands, as it was photographed at its return; it goes with the words of it.
  parking_photo_id bigint,
  care_km int check (care_km >= 0),
  care_on date,
  -- What the garage says of the next, which wins over the intervals.
  next_care_km int check (next_care_km > 0),
  next_care_on date,
  -- The day that its care was told to be due; null once it has been done.
  care_told_on date,
  -- Plates a car had before, with when each was taken off: a violation of a temporary plate comes weeks after the final one.
  former_plates jsonb not null default '[]',
  -- Where the keys of a car are, for whoever takes it without staff.
  key_note text not null default '' check (length(key_note) <= 100),
  primary key (merchant_id, id),
  foreign key (merchant_id, model_id) references model (merchant_id, id),
  foreign key (merchant_id, home_store_id) references store (merchant_id, id),
  foreign key (merchant_id, current_store_id) references store (merchant_id, id)
);
comment on column vehicle.insurance_expire_on is 'Last day of the last compulsory policy; kept with the policies, as commercial_expire_on is';
comment on column vehicle.lifecycle is '0 待上架 1 在营 2 下架 3 已处置';
comment on column vehicle.parking_photo_id is 'With parking_note: from the return until the next pickup, or until somebody writes another place';
comment on column vehicle.former_plates is '[{plate, until}], epoch ms, the oldest first';
create unique index vehicle_plate on vehicle (merchant_id, plate) where lifecycle <> {lifecycle.disposed};
create unique index vehicle_vin on vehicle (merchant_id, vin);
create index vehicle_papers on vehicle (merchant_id, papers_end_on) include (home_store_id, current_store_id) where lifecycle = {lifecycle.inService};

-- Cars that are kept and not in service: the few that a count of what is on rent leaves out.
create index vehicle_off on vehicle (merchant_id, id) include (home_store_id, current_store_id) where lifecycle in ({lifecycle.waiting}, {lifecycle.off});
create index vehicle_pool on vehicle (merchant_id, home_store_id, model_id) include (id, current_store_id, plate) where lifecycle = {lifecycle.inService};
select tenant_table('vehicle');
select store_scoped('vehicle', 'home_store_id', 'current_store_id');
grant update (updated_at) on vehicle to definer;

create table vehicle_period (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  vehicle_id bigint not null,
  home_store_id bigint not null,
  model_id bigint not null,
  lifecycle smallint not null,
  from_at timestamptz not null default app_now(),
  to_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  constraint vehicle_period_once exclude using gist (merchant_id with =, vehicle_id with =, tstzrange(from_at,
case
    when (to_at < from_at) then from_at
    else to_at
end) with &&)
);
comment on table vehicle_period is 'Where a vehicle belonged when: gives fleet hours';
create unique index vehicle_period_open on vehicle_period (merchant_id, vehicle_id) where to_at is null;
create index vehicle_period_time on vehicle_period (merchant_id, vehicle_id, from_at);
select tenant_table('vehicle_period');

create table vehicle_document (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  vehicle_id bigint not null,
  kind smallint not null check (kind between 1 and 6),
  insurance_kind smallint check (insurance_kind between 1 and 3),
  no text not null default '',
  insurer text not null default '',
  start_on date,
  end_on date,
  amount_fen bigint check (amount_fen >= 0),
  media_ids bigint[] not null default '{}',
  removed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  check ((kind = {documentKind.policy}) = (insurance_kind is not null)),
  check (start_on is null or end_on is null or start_on <= end_on),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table vehicle_document is 'kind 1 行驶证 2 登记证 3 保单 4 年检 5 租赁备案 6 其他; insurance_kind 1 交强险 2 商业险 3 座位险; a policy without start_on is good since ever';
create index vehicle_document_vehicle on vehicle_document (merchant_id, vehicle_id) where removed_at is null;
select tenant_table('vehicle_document');

-- Which cars are free: what occupies them, stops of sale.
create table occupancy (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  vehicle_id bigint,
  from_at timestamptz not null,
  to_at timestamptz not null,
  period tstzrange not null generated always as (tstzrange(from_at, to_at, '[)')) stored,
  kind smallint not null check (kind between 0 and 6),
  ref_id bigint not null,
  pinned boolean not null default false,
  active boolean not null default true,
  on_rent boolean not null default false,
  one_way boolean not null default false,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  -- Until when a car is held as the stock reads it: one that is out is held until it is back, whenever that is. A plan made for
  -- any value (`to_at > $1 or on_rent`) read the whole past of a pool, 30,000 rows for the thousand that count.
  held_to timestamptz not null generated always as (
case
    when on_rent then 'infinity'::timestamp with time zone
    else to_at
end) stored,
  -- What the stock asks of an order is kept on what the order holds, so that reading a pool joins no row of "order". Two triggers
  -- keep these four columns, whoever writes either table.
  order_status smallint,
  pickup_at timestamptz,
  return_at timestamptz,
  source smallint,
  check (from_at < to_at),
  -- Without a vehicle: an order still being placed, or one that lost its vehicle (排车冲突).
  check (vehicle_id is not null or kind in ({occupancyKind.order}, {occupancyKind.placing})),
  constraint occupancy_no_overlap exclude using gist (merchant_id with =, vehicle_id with =, period with &&) where ((active and (kind = any (array[{occupancyKind.order}, {occupancyKind.relocation}, {occupancyKind.maintenance}, {occupancyKind.inspection}])))) deferrable initially deferred,
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  primary key (merchant_id, ref_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000);
comment on table occupancy is 'Who holds which vehicle when. kind 0 订单 1 调车 2 维保 3 年检 4 停售(单车) 5 排车中 6 证件过期; one_way: the vehicle leaves its pool at to_at';
comment on column occupancy.order_status is 'Of the order (kind 0, 5) while active; 1 for 1 to 4, which the stock treats alike, so that those steps write nothing here';
create unique index occupancy_on_rent on occupancy (merchant_id, vehicle_id) where on_rent and active;
create index occupancy_ticket on occupancy (merchant_id, kind, to_at) where active and kind in ({occupancyKind.relocation}, {occupancyKind.maintenance}, {occupancyKind.inspection});

-- Orders that lost their car, and those still being placed: few rows, looked for in every pool at once.
create index occupancy_waiting on occupancy (merchant_id, store_id, model_id, to_at) where active and vehicle_id is null;
create index occupancy_out on occupancy (merchant_id) include (vehicle_id, kind, order_status, return_at) where on_rent and active;
create index occupancy_now on occupancy (merchant_id, to_at) include (vehicle_id, kind, from_at, order_status, return_at, ref_id)
  where active;
create index occupancy_pool on occupancy (merchant_id, store_id, model_id, held_to)
  include (kind, ref_id, vehicle_id, from_at, to_at, pinned, on_rent, one_way, order_status, source, pickup_at, return_at) where active;
create index occupancy_vehicle on occupancy (merchant_id, vehicle_id, held_to) include (kind, ref_id, to_at, on_rent, order_status) where active;
select tenant_table('occupancy');
grant update on occupancy to definer;

create table stop_sale (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  quantity int check (quantity >= 1),
  channels smallint[] not null default '{}',
  reason smallint not null default 5,
  remark text not null default '',
  removed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  -- A stop of one vehicle takes it as an occupancy of kind 4 whose ref_id is this row, which says why and by whom.
  vehicle_id bigint,
  primary key (merchant_id, id),
  check (from_at < to_at),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on column stop_sale.quantity is 'null: all vehicles of the pool, whatever their number';
comment on column stop_sale.vehicle_id is 'Null: so many vehicles of the pool. Else this one, by its occupancy of kind 4';
create index stop_sale_pool on stop_sale (merchant_id, store_id, model_id, to_at) where removed_at is null;
select tenant_table('stop_sale');

create table pool_delta (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  at timestamptz not null,
  delta smallint not null check (delta in (-1, 1)),
  vehicle_id bigint,
  ref_type text not null,
  ref_id bigint not null,
  consumed boolean not null default false,
  primary key (merchant_id, id),
  check (delta = -1 or vehicle_id is not null)
);
comment on table pool_delta is 'A planned move of one vehicle into (+1) or out of (-1) a pool';
create index pool_delta_pool on pool_delta (merchant_id, store_id, model_id, at) where not consumed;
create index pool_delta_ref on pool_delta (merchant_id, ref_id);
select tenant_table('pool_delta', 'insert, update, delete');

-- Work on cars: moving, maintenance, yearly inspection. One table for the three kinds; what one kind alone has is null for the others.
-- While a ticket is planned its car is taken by an occupancy of the kind's own, whose ref_id is the ticket.
create table ticket (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  no text not null,
  kind smallint not null check (kind between 1 and 3),
  vehicle_id bigint not null,
  store_id bigint not null,
  status smallint not null default 1 check (status between 1 and 5),
  plan_start timestamptz,
  plan_end timestamptz check (plan_end > plan_start),
  actual_start timestamptz,
  actual_end timestamptz check (actual_end >= actual_start),
  assignee_id bigint,
  priority smallint not null default 1 check (priority in (1, 2)),
  maintain_type smallint check (maintain_type between 1 and 6),
  work text not null default '' check (length(work) <= 500),
  garage_name text not null default '' check (length(garage_name) <= 60),
  garage_phone text not null default '' check (length(garage_phone) <= 20),
  garage_address text not null default '' check (length(garage_address) <= 120),
  start_km int check (start_km >= 0),
  end_km int check (end_km >= start_km),
  start_photo_ids bigint[] not null default '{}',
  end_photo_ids bigint[] not null default '{}',
  -- What the garage asks, and what of it somebody else has approved. Neither is in the ledger.
  quote_fen bigint check (quote_fen >= 0),
  quoted_by bigint,
  approved_fen bigint check (approved_fen >= 0),
  approved_by bigint,
  costs jsonb not null default '[]',
  remark text not null default '' check (length(remark) <= 500),
  log jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  -- A car is moved from its store to another; who sees either of them sees the ticket.
  to_store_id bigint,
  reason smallint check (reason between 1 and 5),
  mode smallint check (mode in (1, 2)),
  carrier text not null default '' check (length(carrier) <= 60),
  waybill text not null default '' check (length(waybill) <= 40),
  change_home boolean not null default false,
  start_fuel_pct smallint check (start_fuel_pct between 0 and 100),
  start_battery_pct smallint check (start_battery_pct between 0 and 100),
  end_fuel_pct smallint check (end_fuel_pct between 0 and 100),
  end_battery_pct smallint check (end_battery_pct between 0 and 100),
  -- Tickets of yearly inspection: the last good day they are for, what the station said, and where a ticket of maintenance came from.
  -- The last good day of the paper when it was made; null where the car had none.
  due_on date,
  agency text not null default '' check (length(agency) <= 60),
  place text not null default '' check (length(place) <= 120),
  inspected_on date,
  new_end_on date,
  inspection_result smallint check (inspection_result in (1, 2)),
  certificate_ids bigint[] not null default '{}',
  -- The ticket that this one was made from.
  origin_id bigint,
  -- What the garage wrote on the sheet of this care.
  next_care_km int check (next_care_km > 0),
  next_care_on date,
  -- A repair that was ordered for a case of damage: one at a time for a case.
  damage_id bigint,
  -- Since when the quote or the costs of a ticket wait for the approval of a second person; null while they do not.
  asked_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  check (kind <> {ticketKind.maintenance} or maintain_type is not null),
  check ((plan_start is null) = (plan_end is null)),
  check (kind <> {ticketKind.relocation} or (to_store_id is not null and to_store_id <> store_id and reason is not null and mode is not null))
);
comment on table ticket is 'kind 1 调车 2 维保 3 年检; status: not begun 1, 调车 2 在途 3 已完成 4 已取消, 维保 2 维修中 3 待验收 4 已完成 5 已取消, 年检 2 办理中 3 已完成 4 待复检 5 已取消; costs [{item, amount, payer}] in fen, log [{at, by, action, note}]';
comment on column ticket.change_home is 'The car belongs to to_store_id from its arrival on; its pool_delta rows have ref_type ''relocation''';
comment on column ticket.inspection_result is '1 合格 2 不合格';
comment on column ticket.quoted_by is 'who entered what the ticket costs last: the quote or the costs';
alter table ticket add foreign key (merchant_id, to_store_id) references store (merchant_id, id);
alter table ticket add foreign key (merchant_id, origin_id) references ticket (merchant_id, id);
create unique index ticket_no on ticket (merchant_id, no);
create index ticket_list on ticket (merchant_id, kind, status, id);
create index ticket_vehicle on ticket (merchant_id, vehicle_id, id);
create index ticket_overdue on ticket (plan_end, id)
  where (kind = {ticketKind.relocation} and status = {relocationStatus.onTheWay})
    or (kind = {ticketKind.maintenance} and status in ({maintenanceStatus.repairing}, {maintenanceStatus.checking}))
    or (kind = {ticketKind.yearly} and status in ({yearlyStatus.running}, {yearlyStatus.again}));

-- One for a car and the end of its paper, however many servers make them; of a car without a paper one at a time.
create unique index ticket_inspection on ticket (merchant_id, vehicle_id, due_on) nulls not distinct
  where kind = {ticketKind.yearly} and (status in ({yearlyStatus.waiting}, {yearlyStatus.running}, {yearlyStatus.again})
    or status = {yearlyStatus.done} and due_on is not null);

-- One repair at a time comes of a ticket.
create unique index ticket_origin on ticket (merchant_id, origin_id) where kind = {ticketKind.maintenance} and status in ({maintenanceStatus.waiting}, {maintenanceStatus.repairing}, {maintenanceStatus.checking});

-- Whose tickets are to be given to another, when an employee leaves.
create index ticket_assignee on ticket (merchant_id, assignee_id) where assignee_id is not null;
create unique index ticket_damage on ticket (merchant_id, damage_id)
  where status in ({maintenanceStatus.waiting}, {maintenanceStatus.repairing}, {maintenanceStatus.checking});

-- Of a case all that were made for it.
create index ticket_of_damage on ticket (merchant_id, damage_id, id) where damage_id is not null;
create index ticket_waiting on ticket (plan_start, id)
  where (kind = {ticketKind.relocation} and status = {relocationStatus.waiting} or kind = {ticketKind.maintenance} and status = {maintenanceStatus.waiting}
    or kind = {ticketKind.yearly} and status = {yearlyStatus.waiting}) and plan_start is not null;
create index ticket_asked on ticket (merchant_id, id) where asked_at is not null;

-- Garages of earlier tickets are proposed while one is typed: the newest are read, and no others.
create index ticket_garage on ticket (merchant_id, id desc) where garage_name <> '';
select tenant_table('ticket');
select store_scoped('ticket', 'store_id', 'to_store_id');

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
  created_at timestamptz not null default app_now(),
  -- What a terminal registers with is printed on it and no secret. Its code is therefore told until it was used once, wrong registrations
  -- are counted, and a session that two networks claim raises an alarm.
  -- When the code was first used to log in: from then on it is told to nobody. A terminal that has logged in since it registered has used it.
  used_at timestamptz
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
  -- 1 by Beijing time, as the standard asks; 2 by UTC.
  clock smallint not null default 1 check (clock between 1 and 2),
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
  -- The network (IPv4 /32, IPv6 /64) that the session comes from, and when it last came from another one than before.
  network text,
  moved_at timestamptz,
  primary key (merchant_id, device_id),
  foreign key (merchant_id, device_id) references device (merchant_id, id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
comment on table device_live is 'Last state of a device; only the gateway writes it. locked and cut null: the device tells nothing of it';
select tenant_table('device_live', '');
grant insert, update on device_live to definer;

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

create table position_rest partition of position default;
alter table position_rest owner to app_owner;

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
create index command_sending on command (id) where state in ({commandState.toSend}, {commandState.sent});
create index command_restoring on command (merchant_id, device_id) where type = {commandType.engineRestore} and state = {commandState.answered};
select tenant_table('command');
grant insert, update on command to definer;

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
  -- Why an identity is doubted: domain vehicle-control/codes.ts, the gravest last.
  cause smallint check (cause between 1 and 3),
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, device_id) references device (merchant_id, id),
  foreign key (merchant_id, fence_id) references fence (merchant_id, id)
);
comment on table alarm is 'type, level: domain vehicle-control/codes.ts; state 0 未处理 1 处理中 2 已处理 3 误报';

-- One of a kind at a time.
create unique index alarm_open on alarm (merchant_id, device_id, type) where end_at is null;
create index alarm_waits on alarm (merchant_id, level desc, id) where state in ({alarmState.open}, {alarmState.running});
create index alarm_vehicle on alarm (merchant_id, vehicle_id, id desc);
select tenant_table('alarm');
grant insert, update on alarm to definer;

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

-- Registrations with a wrong terminal id within the last hour.
create table terminal_wrong (
  thing text primary key check (length(thing) <= 80),
  since timestamptz not null,
  n int not null
);
comment on table terminal_wrong is 'Counts of wrong registrations by number/… and network/…, each for an hour from its first';
alter table terminal_wrong owner to app_owner;
grant select, insert, update, delete on terminal_wrong to definer;

-- Every change of pool or life begins a period; no code can forget it. One that a clock which was set back has ended before it began
-- (the demo is lived from the past on) lasted no time. A new vehicle is not asked for a period that would have to end first: an import
-- of thousands would be asked by a plan made while the table was small.
create function keep_vehicle_period() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update vehicle_period set to_at = app_now()
     where merchant_id = new.merchant_id and vehicle_id = new.id and to_at is null;
  end if;
  insert into vehicle_period (merchant_id, vehicle_id, home_store_id, model_id, lifecycle)
  values (new.merchant_id, new.id, new.home_store_id, new.model_id, new.lifecycle);
  return null;
end $$;
create trigger period_begins after insert on vehicle for each row execute function keep_vehicle_period();
create trigger period_changes after update of home_store_id, model_id, lifecycle on vehicle for each row
  when ((old.home_store_id, old.model_id, old.lifecycle) is distinct from (new.home_store_id, new.model_id, new.lifecycle))
  execute function keep_vehicle_period();

-- Vehicles are searched by any part of the plate: no index serves that under row-level security, but they are few.
-- Every plate of the merchant counts, also of cars that have left the caller's stores: only plates go out.
create function plates_with(fragment text) returns text[] language sql stable security definer set search_path = public
  as $$ select coalesce(array_agg(plate), '{}') from vehicle where merchant_id = merchant() and strpos(plate, fragment) > 0 $$;
alter function plates_with(text) owner to definer;
revoke all on function plates_with(text) from public;
grant execute on function plates_with(text) to tenant;

-- A table's rows belong to whoever sees their vehicle.
create function sees_vehicle(vehicle_id bigint) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from vehicle v where v.merchant_id = merchant() and v.id = sees_vehicle.vehicle_id);
end $$;

-- A car that was swapped away stops itself under its own id while it is made ready: 整备, as after a return.
create function vehicle_states(grace int) returns table (vehicle_id bigint, run_state smallint)
  language sql stable security definer set search_path = public as $$
  with holding as (
    select c.vehicle_id, c.kind, c.from_at <= (select app_now()) as begun, c.order_status as status, c.return_at,
      c.kind = {occupancyKind.stop} and c.ref_id = c.vehicle_id as cleaning
      from occupancy c
     where c.merchant_id = (select merchant()) and c.active and c.to_at > (select app_now())
       and c.from_at <= (select app_now() + interval '1 day')
    union all
    select c.vehicle_id, c.kind, true, c.order_status, c.return_at, false
      from occupancy c where c.merchant_id = (select merchant()) and c.active and c.on_rent
  ),
  held as (
    select h.vehicle_id, min(h.return_at) filter (where h.status = {orderStatus.pickedUp}) as back_at,
      -- The first of these that holds it says what it does.
      min(case when h.status = {orderStatus.pickedUp} then 1 when h.begun and h.kind = {occupancyKind.relocation} then 2 when h.begun and h.kind = {occupancyKind.maintenance} then 3
        when h.begun and h.kind = {occupancyKind.inspection} then 4 when h.begun and (h.status = {orderStatus.returned} or h.cleaning) then 5 when h.begun and h.kind in ({occupancyKind.stop}, {occupancyKind.documentExpired}) then 6
        when h.kind = {occupancyKind.order} then 7 end) as first
      from holding h group by h.vehicle_id
  ),
  lates as materialized (
    select s.id, (select app_now()) - make_interval(mins => coalesce((s.settings ->> 'graceMinutes')::int,
        (select (m.settings ->> 'graceMinutes')::int from merchant m where m.id = (select merchant())), grace)) as late_before
      from store s where s.merchant_id = (select merchant())
  )
  select v.id, (case
      when h.first = 1 and h.back_at < l.late_before then {runState.overdue}
      else coalesce((array[{runState.onRent}, {runState.relocation}, {runState.maintenance}, {runState.inspection}, {runState.turnaround}, {runState.stopped}, {runState.waitingPickup}])[h.first], {runState.idle}) end)::smallint
    from vehicle v join lates l on l.id = v.home_store_id left join held h on h.vehicle_id = v.id
   where v.merchant_id = (select merchant()) and v.lifecycle = {lifecycle.inService};
$$;
alter function vehicle_states(int) owner to definer;
revoke all on function vehicle_states(int) from public;
grant execute on function vehicle_states(int) to tenant;

-- A statement at a time: a re-pack moves many orders of one pool.
create function tell_of_occupancy() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    perform tell_of_pool(n.merchant_id, n.store_id, n.model_id, min(n.from_at), max(n.to_at))
      from news n where n.active group by n.merchant_id, n.store_id, n.model_id;
  else
    perform tell_of_pool(c.merchant_id, c.store_id, c.model_id, min(c.from_at), max(c.to_at))
      from (select * from olds where active union all select * from news where active) c
      group by c.merchant_id, c.store_id, c.model_id;
  end if;
  return null;
end $$;
alter function tell_of_occupancy() owner to definer;
revoke all on function tell_of_occupancy() from public;
create trigger told_new after insert on occupancy referencing new table as news
  for each statement execute function tell_of_occupancy();
create trigger told after update on occupancy referencing old table as olds new table as news
  for each statement execute function tell_of_occupancy();

create function tell_of_stop() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell_of_pool(new.merchant_id, new.store_id, new.model_id, new.from_at, new.to_at);
  return null;
end $$;
alter function tell_of_stop() owner to definer;
revoke all on function tell_of_stop() from public;
create trigger told after insert or update on stop_sale for each row execute function tell_of_stop();

create function tell_of_move() returns trigger language plpgsql security definer set search_path = public as $$
declare one pool_delta := case when tg_op = 'DELETE' then old else new end;
begin
  perform tell_of_pool(one.merchant_id, one.store_id, one.model_id, one.at, null);
  return null;
end $$;
alter function tell_of_move() owner to definer;
revoke all on function tell_of_move() from public;
create trigger told after insert or update or delete on pool_delta for each row execute function tell_of_move();

create function tell_of_vehicle() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell_of_pool(new.merchant_id, new.home_store_id, new.model_id, app_now(), null);
  if (old.home_store_id, old.model_id) <> (new.home_store_id, new.model_id) then
    perform tell_of_pool(old.merchant_id, old.home_store_id, old.model_id, app_now(), null);
  end if;
  return null;
end $$;
alter function tell_of_vehicle() owner to definer;
revoke all on function tell_of_vehicle() from public;
create trigger told after update of home_store_id, model_id, lifecycle on vehicle for each row
  when ((old.home_store_id, old.model_id, old.lifecycle) is distinct from (new.home_store_id, new.model_id, new.lifecycle))
  execute function tell_of_vehicle();

-- A ticket that has not begun is due as well while its car is not there: it gives way to whoever is late with it; and when its plan
-- is over, since it takes nothing any more (decision 161).
create function timer_due_ticket(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select t.merchant_id, t.id from ticket t
   where t.id > after_id
     and (t.plan_end < now_at
         and ((t.kind = {ticketKind.relocation} and t.status = {relocationStatus.onTheWay})
           or (t.kind = {ticketKind.maintenance} and t.status in ({maintenanceStatus.repairing}, {maintenanceStatus.checking}))
           or (t.kind = {ticketKind.yearly} and t.status in ({yearlyStatus.running}, {yearlyStatus.again})))
         -- Each kind takes its car by an occupancy of the same number.
         and exists (select from occupancy c where c.merchant_id = t.merchant_id and c.ref_id = t.id and c.kind = t.kind and c.active
           and c.to_at < now_at + interval '90 minutes')
       -- The longest that a store takes to get a car ready is eight hours.
       or (t.kind = {ticketKind.relocation} and t.status = {relocationStatus.waiting}
           or t.kind = {ticketKind.maintenance} and t.status = {maintenanceStatus.waiting}
           or t.kind = {ticketKind.yearly} and t.status = {yearlyStatus.waiting})
         and t.plan_start < now_at + interval '8 hours'
         and case when t.plan_end <= now_at
           then exists (select from occupancy c where c.merchant_id = t.merchant_id and c.ref_id = t.id and c.kind = t.kind and c.active)
           else exists (select from occupancy c where c.merchant_id = t.merchant_id and c.vehicle_id = t.vehicle_id and c.active and c.ref_id <> t.id
             and (c.on_rent and c.return_at < now_at
               or exists (select from ticket k where k.merchant_id = c.merchant_id and k.id = c.ref_id and k.kind = c.kind and k.plan_end < now_at
                 and (k.kind = {ticketKind.relocation} and k.status = {relocationStatus.onTheWay}
                   or k.kind = {ticketKind.maintenance} and k.status in ({maintenanceStatus.repairing}, {maintenanceStatus.checking})
                   or k.kind = {ticketKind.yearly} and k.status in ({yearlyStatus.running}, {yearlyStatus.again})))))
           end)
   order by t.id limit most
$$;
alter function timer_due_ticket(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_ticket(timestamptz,bigint,int) from public;

create function keeps_plate() returns trigger language plpgsql as $$
begin
  new.former_plates := old.former_plates
    || jsonb_build_array(jsonb_build_object('plate', old.plate, 'until', (extract(epoch from app_now()) * 1000)::bigint));
  return new;
end $$;
create trigger keeps_plate before update of plate on vehicle for each row
  when (old.plate is distinct from new.plate) execute function keeps_plate();

create function tell_of_period() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, new.from_at);
  else
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id,
      case when (old.from_at, old.home_store_id, old.model_id, old.lifecycle) = (new.from_at, new.home_store_id, new.model_id, new.lifecycle)
        then least(old.to_at, new.to_at) else least(old.from_at, new.from_at) end);
  end if;
  return null;
end $$;
alter function tell_of_period() owner to definer;
revoke all on function tell_of_period() from public;
create trigger told_figures after insert or update on vehicle_period for each row execute function tell_of_period();

create function tell_of_work() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, new.actual_start);
  elsif (old.vehicle_id, old.actual_start) is not distinct from (new.vehicle_id, new.actual_start) then
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, least(old.actual_end, new.actual_end));
  else
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, least(old.actual_start, new.actual_start));
    perform tell_of_figures(new.merchant_id, 'car', old.vehicle_id, least(old.actual_start, new.actual_start));
  end if;
  return null;
end $$;
alter function tell_of_work() owner to definer;
revoke all on function tell_of_work() from public;
create trigger told_figures_new after insert on ticket for each row
  when (new.kind in ({ticketKind.maintenance}, {ticketKind.yearly}) and new.actual_start is not null) execute function tell_of_work();
create trigger told_figures after update of vehicle_id, actual_start, actual_end on ticket for each row
  when (new.kind in ({ticketKind.maintenance}, {ticketKind.yearly})
    and (old.vehicle_id, old.actual_start, old.actual_end) is distinct from (new.vehicle_id, new.actual_start, new.actual_end))
  execute function tell_of_work();

-- Where cars of some merchants are, as far as their terminals spoke since a moment: asked every few seconds by a process for all the
-- maps that are open there, and given to each by what its viewer may see. `store_ids`: whose people see the car.
create function cars_told(merchants bigint[], since timestamptz, now_at timestamptz)
  returns table (merchant_id bigint, vehicle_id bigint, store_ids bigint[], at timestamptz, lat_e6 int, lng_e6 int, speed smallint,
    course smallint, state smallint, moving boolean, cut boolean)
  language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query select l.merchant_id, v.id, array[v.current_store_id, v.home_store_id], l.at, l.lat_e6, l.lng_e6, coalesce(l.speed, 0::smallint),
      coalesce(l.course, 0::smallint),
      (case when l.node is not null then {onlineState.online} when l.acc is false then {onlineState.sleeping} else {onlineState.offline} end)::smallint,
      coalesce(l.speed >= 50 and l.received_at > now_at - interval '5 minutes', false), d.cut_at is not null or coalesce(l.cut, false)
    from device_live l
    join device d on d.merchant_id = l.merchant_id and d.id = l.device_id and d.role = {deviceRole.main}
    join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id
   where l.merchant_id = any (merchants) and l.last_msg_at > since and l.lat_e6 is not null;
end $$;
alter function cars_told(bigint[], timestamptz, timestamptz) owner to definer;
revoke all on function cars_told(bigint[], timestamptz, timestamptz) from public;
grant execute on function cars_told(bigint[], timestamptz, timestamptz) to gate;

create function sees_device(device_id bigint) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from device d where d.merchant_id = merchant() and d.id = sees_device.device_id);
end $$;

-- Of a car that one sees, while the device was in it.
create function sees_position(device_id bigint, at timestamptz) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from device_stay s where s.merchant_id = merchant() and s.device_id = sees_position.device_id
    and s.from_at <= sees_position.at and (s.to_at is null or s.to_at > sees_position.at));
end $$;

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

-- From now on its terminal has to register anew; whoever is in by the code of before is out with the next beat of its node.
create function terminal_renew(device_id bigint) returns boolean language plpgsql security definer set search_path = public as $$
declare number text;
begin
  update terminal t set auth_hash = null, code_no = code_no + 1, registered_at = null, used_at = null
   where t.merchant_id = merchant() and t.device_id = terminal_renew.device_id returning t.phone into number;
  if not found then return false; end if;
  delete from terminal_wrong w where w.thing = 'number/' || number;
  update device_live l set session_no = nextval('gateway_session'), node = null
   where l.merchant_id = merchant() and l.device_id = terminal_renew.device_id;
  return true;
end $$;
alter function terminal_renew(bigint) owner to definer;
revoke all on function terminal_renew(bigint) from public;
grant execute on function terminal_renew(bigint) to tenant;

select position_days(now());

-- A car that is disposed of has no device any more, and its device is free for another.
create function frees_devices() returns trigger language plpgsql as $$
begin
  update device_stay s set to_at = app_now() from device d
   where d.merchant_id = new.merchant_id and d.vehicle_id = new.id
     and s.merchant_id = d.merchant_id and s.device_id = d.id and s.to_at is null;
  update device set vehicle_id = null, bound_at = null, cut_at = null, version = version + 1, updated_at = app_now()
   where merchant_id = new.merchant_id and vehicle_id = new.id;
  return null;
end $$;
create trigger frees_devices after update of lifecycle on vehicle for each row
  when (new.lifecycle = {lifecycle.disposed} and old.lifecycle <> {lifecycle.disposed}) execute function frees_devices();

-- Commands that waited too long for their terminal: what a gateway was not there to send.
create function commands_expire(now_at timestamptz) returns void language sql security definer set search_path = public as $$
  update command c set state = {commandState.timedOut}, ended_at = now_at, updated_at = now_at
    from (select o.merchant_id, o.id from command o where o.state = {commandState.toSend} and o.expire_at <= now_at
           order by o.id limit 1000 for update skip locked) late
   where c.merchant_id = late.merchant_id and c.id = late.id
$$;
alter function commands_expire(timestamptz) owner to definer;
revoke all on function commands_expire(timestamptz) from public;
grant execute on function commands_expire(timestamptz) to gate;

-- Fixes of a merchant that have served their time: a partition holds those of all merchants and goes as a whole only after 365 days.
create function purge_positions(before timestamptz) returns bigint language sql security definer set search_path = public as $$
  with gone as (delete from position p where p.merchant_id = merchant() and p.at < before returning 1) select count(*) from gone
$$;
alter function purge_positions(timestamptz) owner to definer;
revoke all on function purge_positions(timestamptz) from public;
grant execute on function purge_positions(timestamptz) to tenant;

-- What the vehicle gateway may do: these functions and nothing else of the tenants' tables. Each takes the merchant from the registry
-- of terminals, by a device or a phone that a link proved, so that no terminal reaches another merchant's rows.
create sequence gateway_session;
alter sequence gateway_session owner to app_owner;
grant usage on sequence gateway_session to definer;

-- Keeps the hash of the code that was given out, unless a newer number was made meanwhile.
create function gateway_give_code(phone text, code_no int, hash bytea) returns void language sql security definer set search_path = public as $$
  update terminal t set auth_hash = gateway_give_code.hash, registered_at = coalesce(t.registered_at, app_now())
   where t.phone = gateway_give_code.phone and t.code_no = gateway_give_code.code_no
$$;
alter function gateway_give_code(text, int, bytea) owner to definer;
revoke all on function gateway_give_code(text, int, bytea) from public;
grant execute on function gateway_give_code(text, int, bytea) to gate;

-- Stores reports of any number of merchants at once, each report once. Live state moves forward only, and never by a backfill.
create function gateway_ingest(fixes jsonb, now_at timestamptz) returns void language plpgsql security definer set search_path = public as $$
begin
  with told as materialized (
    select t.merchant_id, r.*, to_timestamp(r.at / 1000.0) as at_time
      from jsonb_to_recordset(fixes) as r ("deviceId" bigint, "sessionNo" bigint, at double precision, "latE6" int, "lngE6" int,
        speed smallint, "pulseSpeed" smallint, course smallint, altitude smallint, satellites smallint, signal smallint, status bigint,
        alarms bigint, "odometerM" int, fuel int, valid boolean, backfill boolean, live boolean, current boolean,
        "stoppedSince" double precision, metres int, "movingS" int)
      join terminal t on t.device_id = r."deviceId"),
  stored as (
    insert into position (merchant_id, device_id, at, received_at, lat_e6, lng_e6, speed, pulse_speed, course, altitude, satellites,
        signal, valid, backfill, status_bits, alarm_bits, odometer_m, fuel_dl)
      select distinct on (merchant_id, "deviceId", at_time) merchant_id, "deviceId", at_time, now_at, "latE6", "lngE6", speed, "pulseSpeed",
             course, altitude, satellites, signal, valid, backfill, status, alarms, "odometerM", fuel
        from told order by merchant_id, "deviceId", at_time
      on conflict do nothing
      returning merchant_id, device_id, at)
  insert into device_km as k (merchant_id, device_id, day, metres, moving_s, fixes, odometer_m)
    select s.merchant_id, s.device_id, (s.at at time zone 'Asia/Shanghai')::date, sum(r.metres), sum(r."movingS"), count(*), max(r."odometerM")
      from stored s
      cross join lateral (select metres, "movingS", "odometerM" from told
        where told."deviceId" = s.device_id and told.at_time = s.at limit 1) r
     group by 1, 2, 3 order by 1, 2, 3
    on conflict (merchant_id, device_id, day) do update
      set metres = k.metres + excluded.metres, moving_s = k.moving_s + excluded.moving_s, fixes = k.fixes + excluded.fixes,
          odometer_m = greatest(k.odometer_m, excluded.odometer_m);

  with told as materialized (
    select t.merchant_id, r.*
      from jsonb_to_recordset(fixes) as r ("deviceId" bigint, at double precision, "latE6" int, "lngE6" int,
        speed smallint, "pulseSpeed" smallint, course smallint, altitude smallint, satellites smallint, signal smallint, status bigint,
        alarms bigint, "odometerM" int, fuel int, live boolean, current boolean, "stoppedSince" double precision)
      join terminal t on t.device_id = r."deviceId" where r.current),
  newest as (select distinct on ("deviceId") * from told where live order by "deviceId", at desc),
  state as (select distinct on ("deviceId") * from told order by "deviceId", at desc)
  update device_live l set
      last_msg_at = greatest(l.last_msg_at, now_at),
      status_bits = s.status, alarm_bits = s.alarms, acc = s.status & 1 <> 0, locked = s.status & 4096 <> 0,
      door_open = s.status & 8192 <> 0, cut = s.status & 1024 <> 0,
      signal = coalesce(s.signal, l.signal), odometer_m = coalesce(s."odometerM", l.odometer_m), fuel_dl = coalesce(s.fuel, l.fuel_dl),
      at = case when n.is_newer then to_timestamp(n.at / 1000.0) else l.at end,
      received_at = case when n.is_newer then now_at else l.received_at end,
      lat_e6 = case when n.is_newer then n."latE6" else l.lat_e6 end,
      lng_e6 = case when n.is_newer then n."lngE6" else l.lng_e6 end,
      speed = case when n.is_newer then n.speed else l.speed end,
      pulse_speed = case when n.is_newer then n."pulseSpeed" else l.pulse_speed end,
      course = case when n.is_newer then n.course else l.course end,
      altitude = case when n.is_newer then n.altitude else l.altitude end,
      satellites = case when n.is_newer then n.satellites else l.satellites end,
      stopped_since = case when n.is_newer then to_timestamp(n."stoppedSince" / 1000.0) else l.stopped_since end
    from state s
    join device_live b on b.merchant_id = s.merchant_id and b.device_id = s."deviceId"
    left join lateral (select x.*, b.at is null or b.at < to_timestamp(x.at / 1000.0) as is_newer
      from newest x where x."deviceId" = s."deviceId") n on true
   where l.merchant_id = s.merchant_id and l.device_id = s."deviceId"
     and (l.at is null or l.at <= to_timestamp(s.at / 1000.0));
end $$;
alter function gateway_ingest(jsonb, timestamptz) owner to definer;
revoke all on function gateway_ingest(jsonb, timestamptz) from public;
grant execute on function gateway_ingest(jsonb, timestamptz) to gate;

-- This node lives; `heard`: which of its sessions had something to say, and when. Answers devices of `held` whose session is another's now.
-- A node that is silent for 15 s has lost its sessions.
create function gateway_beat(node text, heard jsonb, held jsonb) returns setof bigint language plpgsql security definer set search_path = public as $$
declare gone text[];
begin
  insert into gateway_node as g (id, started_at, beat_at) values (gateway_beat.node, clock_timestamp(), clock_timestamp())
    on conflict (id) do update set beat_at = clock_timestamp();
  with silent as (delete from gateway_node g where g.beat_at < clock_timestamp() - interval '15 seconds' returning g.id)
    select array_agg(id) into gone from silent;
  if gone is not null then update device_live l set node = null where l.node = any (gone); end if;
  update device_live l set last_msg_at = greatest(l.last_msg_at, to_timestamp(r.at / 1000.0))
    from jsonb_to_recordset(heard) as r ("deviceId" bigint, "sessionNo" bigint, at double precision) join terminal t on t.device_id = r."deviceId"
   where l.merchant_id = t.merchant_id and l.device_id = r."deviceId" and l.session_no = r."sessionNo";
  -- A node that was taken for dead has its own back, unless another link has them.
  update device_live l set node = gateway_beat.node
    from jsonb_to_recordset(held) as r ("deviceId" bigint, "sessionNo" bigint) join terminal t on t.device_id = r."deviceId"
   where l.merchant_id = t.merchant_id and l.device_id = r."deviceId" and l.session_no = r."sessionNo" and l.node is null;
  return query
    select l.device_id from jsonb_to_recordset(held) as r ("deviceId" bigint, "sessionNo" bigint)
      join terminal t on t.device_id = r."deviceId"
      join device_live l on l.merchant_id = t.merchant_id and l.device_id = r."deviceId"
     where l.session_no > r."sessionNo";
end $$;
alter function gateway_beat(text, jsonb, jsonb) owner to definer;
revoke all on function gateway_beat(text, jsonb, jsonb) from public;
grant execute on function gateway_beat(text, jsonb, jsonb) to gate;

create function gateway_leave(sessions jsonb) returns void language sql security definer set search_path = public as $$
  update device_live l set node = null
    from jsonb_to_recordset(sessions) as r ("deviceId" bigint, "sessionNo" bigint) join terminal t on t.device_id = r."deviceId"
   where l.merchant_id = t.merchant_id and l.device_id = r."deviceId" and l.session_no = r."sessionNo"
$$;
alter function gateway_leave(jsonb) owner to definer;
revoke all on function gateway_leave(jsonb) from public;
grant execute on function gateway_leave(jsonb) to gate;

-- Commands that the gateway carries out: rows of `command` that belong to sessions of a node.
create sequence command_serial as int minvalue 0 maxvalue 65535 cycle;
alter sequence command_serial owner to app_owner;
grant usage on sequence command_serial to definer;

-- Open pages are told of each state, whoever moved it.
create function tell_of_command() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, keys, store_ids)
    select new.merchant_id, 'command.changed', new.id::text,
      jsonb_strip_nulls(jsonb_build_object('commandId', new.id::text, 'vehicleId', new.vehicle_id::text, 'type', new.type, 'state', new.state,
        'errorCode', new.refusal)),
      array['vehicleControl'], array[v.current_store_id]
      from vehicle v where v.merchant_id = new.merchant_id and v.id = new.vehicle_id
  on conflict (merchant_id, xid, type, ref) do update set data = excluded.data, keys = excluded.keys, store_ids = excluded.store_ids;
  return null;
end $$;
alter function tell_of_command() owner to definer;
revoke all on function tell_of_command() from public;
create trigger told_of_state after update of state on command for each row when (old.state <> new.state) execute function tell_of_command();

-- A new one is told too: gateways listen to what is told.
create trigger told_new after insert on command for each row execute function tell_of_command();

-- As before, without unlocks.
create function gateway_claim(node text, now_at timestamptz, most int)
  returns table (merchant_id bigint, id bigint, device_id bigint, session_no bigint, type smallint, params jsonb, serial int,
    profile smallint, door_inverted boolean, ctl_short boolean)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  update command c set state = {commandState.timedOut}, ended_at = now_at, updated_at = now_at
    from (select o.merchant_id, o.id from command o
           where o.state = {commandState.sent} and o.sends >= 3 and o.sent_at <= now_at - interval '15 seconds'
             and o.type <> {commandType.engineRestore}
           for update skip locked) late
   where c.merchant_id = late.merchant_id and c.id = late.id;
  return query
    with due as (
      select c.merchant_id, c.id, l.session_no from command c
        join device_live l on l.merchant_id = c.merchant_id and l.device_id = c.device_id
       where l.node = gateway_claim.node and c.type not in ({commandType.engineCut}, {commandType.unlock}) and c.state in ({commandState.toSend}, {commandState.sent})
         and case when c.state = {commandState.toSend} then c.expire_at is null or c.expire_at > now_at
               else c.sent_at <= now_at - interval '15 seconds' and (c.sends < 3 or c.type = {commandType.engineRestore}) end
       order by c.type <> {commandType.engineRestore}, c.id limit most
       for update of c skip locked),
    again as (
      select c.merchant_id, c.id, l.session_no from command c
        join device d on d.merchant_id = c.merchant_id and d.id = c.device_id
        join device_live l on l.merchant_id = c.merchant_id and l.device_id = c.device_id
       where c.type = {commandType.engineRestore} and c.state = {commandState.answered} and d.cut_at is not null
         and l.node = gateway_claim.node and c.sent_at <= now_at - interval '15 seconds'
       limit most for update of c skip locked),
    sent as (
      update command c set
          state = case when c.state = {commandState.toSend} then {commandState.sent} else c.state end,
          node = gateway_claim.node, session_no = n.session_no, serial = coalesce(c.serial, nextval('command_serial')::int),
          sends = least(c.sends + 1, 10000), sent_at = now_at, updated_at = now_at
        from (select * from due union all select * from again) n
       where c.merchant_id = n.merchant_id and c.id = n.id
      returning c.*)
    select s.merchant_id, s.id, s.device_id, s.session_no, s.type, s.params, s.serial, d.profile, d.door_inverted, d.ctl_short
      from sent s join device d on d.merchant_id = s.merchant_id and d.id = s.device_id
     order by s.type <> {commandType.engineRestore}, s.id;
end $$;
alter function gateway_claim(text, timestamptz, int) owner to definer;
revoke all on function gateway_claim(text, timestamptz, int) from public;
grant execute on function gateway_claim(text, timestamptz, int) to gate;

-- What a device answered to a serial: 0 done, anything else not. Says which command that was.
create function gateway_answer(device_id bigint, serial int, answer smallint, now_at timestamptz)
  returns table (merchant_id bigint, id bigint, type smallint) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    update command c set
        state = case when c.state = {commandState.answered} then c.state when gateway_answer.answer = 0 then {commandState.answered} else {commandState.failed} end,
        answer = gateway_answer.answer, answered_at = now_at, updated_at = now_at,
        ended_at = case when gateway_answer.answer = 0 then c.ended_at else now_at end
      from terminal t
     where t.device_id = gateway_answer.device_id and c.merchant_id = t.merchant_id and c.device_id = t.device_id
       and c.serial = gateway_answer.serial
       and (c.state = {commandState.sent} or c.state = {commandState.answered} and c.type = {commandType.engineRestore})
    returning c.merchant_id, c.id, c.type;
end $$;
alter function gateway_answer(bigint, int, smallint, timestamptz) owner to definer;
revoke all on function gateway_answer(bigint, int, smallint, timestamptz) from public;
grant execute on function gateway_answer(bigint, int, smallint, timestamptz) to gate;

-- A later report shows that it took effect. A restore that did takes the flag of a cut off the device.
create function gateway_confirm(device_id bigint, id bigint, now_at timestamptz) returns boolean language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  of_merchant bigint;
  kind smallint;
begin
  update command c set state = {commandState.effective}, ended_at = now_at, updated_at = now_at
    from terminal t
   where t.device_id = gateway_confirm.device_id and c.merchant_id = t.merchant_id and c.device_id = t.device_id
     and c.id = gateway_confirm.id and c.state = {commandState.answered}
  returning c.merchant_id, c.type into of_merchant, kind;
  if not found then return false; end if;
  if kind = {commandType.engineRestore} then
    update device d set cut_at = null, updated_at = now_at where d.merchant_id = of_merchant and d.id = gateway_confirm.device_id;
  end if;
  return true;
end $$;
alter function gateway_confirm(bigint, bigint, timestamptz) owner to definer;
revoke all on function gateway_confirm(bigint, bigint, timestamptz) from public;
grant execute on function gateway_confirm(bigint, bigint, timestamptz) to gate;

-- A command that its terminal has no word for.
create function gateway_fail(device_id bigint, id bigint, now_at timestamptz) returns void language sql security definer set search_path = public as $$
  update command c set state = {commandState.failed}, answer = 3, ended_at = now_at, updated_at = now_at
    from terminal t
   where t.device_id = gateway_fail.device_id and c.merchant_id = t.merchant_id and c.device_id = t.device_id
     and c.id = gateway_fail.id and c.state = {commandState.sent}
$$;
alter function gateway_fail(bigint, bigint, timestamptz) owner to definer;
revoke all on function gateway_fail(bigint, bigint, timestamptz) from public;
grant execute on function gateway_fail(bigint, bigint, timestamptz) to gate;

-- Raises the alarm 设备身份不符 of a device, or gives the open one a graver cause.
create function terminal_doubted(of_merchant bigint, of_device bigint, why int, now_at timestamptz) returns void language sql set search_path = public as $$
  insert into alarm as a (merchant_id, type, level, vehicle_id, device_id, start_at, cause)
    select d.merchant_id, {alarmType.forged}, {alarmLevel.important}, d.vehicle_id, d.id, now_at, why
      from device d where d.merchant_id = of_merchant and d.id = of_device
    on conflict (merchant_id, device_id, type) where end_at is null
      do update set cause = excluded.cause where a.type = {alarmType.forged} and coalesce(a.cause, 0) < excluded.cause
$$;
alter function terminal_doubted(bigint, bigint, int, timestamptz) owner to definer;
revoke all on function terminal_doubted(bigint, bigint, int, timestamptz) from public;

create function gateway_register(phone text, terminal_id text, imei text, maker text, model text, v2019 boolean, network text, now_at timestamptz)
  returns table (result smallint, code_no int) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  t terminal%rowtype;
  d device%rowtype;
  why int;
begin
  -- Locked, so that guesses side by side are counted one after the other.
  select x.* into t from terminal x where x.phone = gateway_register.phone for update;
  if not found then return query select 4::smallint, 0; return; end if;
  if exists (select from terminal_wrong w where w.since > now_at - interval '1 hour'
      and (w.thing = 'number/' || t.phone and w.n >= 5 or w.thing = 'network/' || gateway_register.network and w.n >= 100)) then
    return query select 4::smallint, 0; return;
  end if;
  select x.* into d from device x where x.merchant_id = t.merchant_id and x.id = t.device_id;
  why := case
    when not (d.terminal_id <> '' and d.terminal_id in (gateway_register.terminal_id, gateway_register.imei)
      or d.imei <> '' and d.imei in (gateway_register.terminal_id, gateway_register.imei)) then {forgedCause.otherTerminal}
    when t.used_at is not null then {forgedCause.registeredAgain} end;
  if why is null then
    update device x set maker_id = left(gateway_register.maker, 11), model_code = left(gateway_register.model, 30),
           protocol = case when gateway_register.v2019 then 2019 else 2013 end, updated_at = now_at
     where x.merchant_id = d.merchant_id and x.id = d.id and (x.maker_id, x.model_code, x.protocol) is distinct from
           (left(gateway_register.maker, 11), left(gateway_register.model, 30), case when gateway_register.v2019 then 2019 else 2013 end);
    return query select 0::smallint, t.code_no; return;
  end if;
  delete from terminal_wrong w where w.thing in
    (select o.thing from terminal_wrong o where o.since <= now_at - interval '1 hour' for update skip locked);
  insert into terminal_wrong as w (thing, since, n)
    select thing, now_at, 1 from (values ('number/' || t.phone, true), ('network/' || gateway_register.network, why = {forgedCause.otherTerminal}))
      as one (thing, counts) where counts order by thing
    on conflict (thing) do update set n = w.n + 1;
  if not exists (select from alarm a where a.merchant_id = d.merchant_id and a.device_id = d.id and a.type = {alarmType.forged}
      and a.start_at > now_at - interval '1 hour') then
    perform terminal_doubted(d.merchant_id, d.id, why, now_at);
  end if;
  return query select case why when {forgedCause.registeredAgain} then 3 else 4 end::smallint, 0;
end $$;
alter function gateway_register(text, text, text, text, text, boolean, text, timestamptz) owner to definer;
revoke all on function gateway_register(text, text, text, text, text, boolean, text, timestamptz) from public;
grant execute on function gateway_register(text, text, text, text, text, boolean, text, timestamptz) to gate;

create function gateway_enter(node text, phone text, network text, hash bytea, now_at timestamptz)
  returns table (merchant_id bigint, device_id bigint, session_no bigint, profile smallint, door_inverted boolean, ctl_short boolean,
    clock smallint, at double precision, lat double precision, lng double precision, stopped_since double precision)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  t terminal%rowtype;
  before device_live%rowtype;
  moved boolean;
begin
  select x.* into t from terminal x where x.phone = gateway_enter.phone and x.auth_hash = gateway_enter.hash;
  if not found then return; end if;
  select x.* into before from device_live x where x.merchant_id = t.merchant_id and x.device_id = t.device_id for update;
  moved := coalesce(before.network <> gateway_enter.network, false);
  if moved and before.moved_at > now_at - interval '2 minutes' then
    perform terminal_doubted(t.merchant_id, t.device_id, {forgedCause.twoNetworks}, now_at);
  end if;
  update terminal x set used_at = now_at where x.phone = t.phone and x.code_no = t.code_no and x.used_at is null;
  return query
    with entered as (
      insert into device_live as l (merchant_id, device_id, node, session_no, network, connected_at, last_msg_at)
        values (t.merchant_id, t.device_id, gateway_enter.node, nextval('gateway_session'), gateway_enter.network, now_at, now_at)
        on conflict (merchant_id, device_id) do update
          set node = excluded.node, session_no = excluded.session_no, network = excluded.network, connected_at = excluded.connected_at,
              last_msg_at = excluded.last_msg_at, moved_at = case when moved then now_at else l.moved_at end
        returning l.*)
    select d.merchant_id, d.id, e.session_no, d.profile, d.door_inverted, d.ctl_short, d.clock, (extract(epoch from e.at) * 1000)::double precision,
           e.lat_e6 / 1e6::double precision, e.lng_e6 / 1e6::double precision, (extract(epoch from e.stopped_since) * 1000)::double precision
      from entered e join device d on d.merchant_id = e.merchant_id and d.id = e.device_id;
end $$;
alter function gateway_enter(text, text, text, bytea, timestamptz) owner to definer;
revoke all on function gateway_enter(text, text, text, bytea, timestamptz) from public;
grant execute on function gateway_enter(text, text, text, bytea, timestamptz) to gate;

-- A terminal answered the end of a link whose session another link had taken: both were there at once. By the same network it is the same terminal.
create function gateway_still_there(device_id bigint, network text, now_at timestamptz) returns void language sql security definer set search_path = public as $$
  select terminal_doubted(l.merchant_id, l.device_id, {forgedCause.twoNetworks}, now_at)
    from terminal t join device_live l on l.merchant_id = t.merchant_id and l.device_id = t.device_id
   where t.device_id = gateway_still_there.device_id and l.network <> gateway_still_there.network
$$;
alter function gateway_still_there(bigint, text, timestamptz) owner to definer;
revoke all on function gateway_still_there(bigint, text, timestamptz) from public;
grant execute on function gateway_still_there(bigint, text, timestamptz) to gate;

-- Its terminal logs in again with the code that it has, so that what was changed of the device holds for its link.
create function terminal_again(device_id bigint) returns void language sql security definer set search_path = public as $$
  update device_live l set session_no = nextval('gateway_session'), node = null
   where l.merchant_id = merchant() and l.device_id = terminal_again.device_id
$$;
alter function terminal_again(bigint) owner to definer;
revoke all on function terminal_again(bigint) from public;
grant execute on function terminal_again(bigint) to tenant;

-- Cuts and unlocks that this node may have to send: new ones, and those that were not answered.
create function gateway_judged(node text, now_at timestamptz) returns table (id bigint, device_id bigint, session_no bigint, state smallint)
  language sql stable security definer set search_path = public as $$
  select c.id, c.device_id, l.session_no, c.state from command c
    join device_live l on l.merchant_id = c.merchant_id and l.device_id = c.device_id
   where l.node = gateway_judged.node and c.type in ({commandType.engineCut}, {commandType.unlock}) and c.state in ({commandState.toSend}, {commandState.sent})
     and case when c.state = {commandState.toSend} then c.expire_at is null or c.expire_at > now_at
           else c.sends < 3 and c.sent_at <= now_at - interval '15 seconds' end
   order by c.id limit 100
$$;
alter function gateway_judged(text, timestamptz) owner to definer;
revoke all on function gateway_judged(text, timestamptz) from public;
grant execute on function gateway_judged(text, timestamptz) to gate;

-- It may leave: from now on the engine may be off, where it is a cut.
create function gateway_judged_send(device_id bigint, id bigint, node text, now_at timestamptz) returns int
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  used int;
  kind smallint;
begin
  update command c set state = {commandState.sent}, node = gateway_judged_send.node, session_no = l.session_no,
      serial = coalesce(c.serial, nextval('command_serial')::int), sends = c.sends + 1, sent_at = now_at, updated_at = now_at
    from terminal t join device_live l on l.merchant_id = t.merchant_id and l.device_id = t.device_id
   where t.device_id = gateway_judged_send.device_id and c.merchant_id = t.merchant_id and c.device_id = t.device_id and c.id = gateway_judged_send.id
     and c.type in ({commandType.engineCut}, {commandType.unlock}) and c.state in ({commandState.toSend}, {commandState.sent})
  returning c.serial, c.type into used, kind;
  update device d set cut_at = coalesce(d.cut_at, now_at), updated_at = now_at from terminal t
   where t.device_id = gateway_judged_send.device_id and d.merchant_id = t.merchant_id and d.id = t.device_id and kind = {commandType.engineCut};
  return used;
end $$;
alter function gateway_judged_send(bigint, bigint, text, timestamptz) owner to definer;
revoke all on function gateway_judged_send(bigint, bigint, text, timestamptz) from public;
grant execute on function gateway_judged_send(bigint, bigint, text, timestamptz) to gate;

-- It may not. `unsent`: it had been let go in a transaction before, and no byte of it has left, this time or ever. What was sent before and
-- may not be sent again has run out, and its engine may be off.
create function gateway_judged_refuse(device_id bigint, id bigint, code int, word text, unsent boolean, now_at timestamptz) returns void
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare c command%rowtype;
begin
  select x.* into c from command x join terminal t on t.merchant_id = x.merchant_id and t.device_id = x.device_id
   where t.device_id = gateway_judged_refuse.device_id and x.id = gateway_judged_refuse.id and x.type in ({commandType.engineCut}, {commandType.unlock})
     and x.state in ({commandState.toSend}, {commandState.sent}) for update of x;
  if not found then return; end if;
  if c.state = {commandState.toSend} or unsent then
    update command x set state = {commandState.refused}, refusal = code, ended_at = now_at, updated_at = now_at
     where x.merchant_id = c.merchant_id and x.id = c.id;
    -- The flag that this one set; that of a cut before it stays.
    update device d set cut_at = null, updated_at = now_at
     where unsent and c.type = {commandType.engineCut} and d.merchant_id = c.merchant_id and d.id = c.device_id and d.cut_at = c.sent_at;
  else
    update command x set state = {commandState.timedOut}, ended_at = now_at, updated_at = now_at where x.merchant_id = c.merchant_id and x.id = c.id;
  end if;
  insert into audit (merchant_id, at, account_id, action, target_type, target_id, after, result)
    values (c.merchant_id, now_at, c.created_by, 'vehicleControl.command', 'command', c.id,
      jsonb_build_object('vehicleId', c.vehicle_id::text, 'type', c.type), word);
end $$;
alter function gateway_judged_refuse(bigint, bigint, int, text, boolean, timestamptz) owner to definer;
revoke all on function gateway_judged_refuse(bigint, bigint, int, text, boolean, timestamptz) from public;
grant execute on function gateway_judged_refuse(bigint, bigint, int, text, boolean, timestamptz) to gate;

create policy scope on vehicle_document as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_vehicle(vehicle_id));

create policy scope on device as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or vehicle_id is null or sees_vehicle(vehicle_id));

create policy scope on device_stay as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_vehicle(vehicle_id));

create policy scope on device_live as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_device(device_id));

create policy scope on position as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_position(device_id, at));

create policy scope on device_km as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_device(device_id));

create policy scope on command as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_vehicle(vehicle_id));

create policy scope on alarm as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or vehicle_id is not null and sees_vehicle(vehicle_id));
